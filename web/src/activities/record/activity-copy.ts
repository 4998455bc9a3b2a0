import { formatActivityTime } from '@casebook/domain/activities/activity-time.ts'
import { subjectDate } from '@casebook/domain/forms/forms.rules.ts'
import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { Problem } from '@casebook/domain/shared/problems.ts'
import { studyZone } from '../../browser/time-zones.ts'
import {
  AddActivityDocument,
  type AddActivityMutation,
  RemoveActivityDocument,
  SubjectRecordDocument,
  UpdateActivityDocument,
  type UpdateActivityMutation,
} from '../../generated/graphql.ts'
import { findAuthor } from '../../history/find-author.ts'
import type { Added, Known, Planned, Stored } from '../../records/machine/entry.ts'
import type { EditedRecord } from '../../records/store.ts'
import { savedBy, sourceOf, takenBackBy } from '../../records/use-record.ts'
import type { ActivityRecord } from './activity-record.ts'
import {
  activityOfFields,
  dayOfTyped,
  fieldsOfActivity,
  newActivity,
  savedActivity,
  validateActivity,
} from './typed-activity.ts'

type SubjectIds = { siteid: string; studyid: string; subjectid: string }

/** What a row needs beside its fields. */
export type ActivityRow = {
  /** Undefined if it is not recorded. */
  activity: ActivityRecord | undefined
  /** The day of a time that is typed without one: `2026-11-21`. */
  day: string
  /** All activities of the subject. */
  recorded: readonly ActivityRecord[]
}

type Saved = AddActivityMutation | UpdateActivityMutation

/** The activity of one type, as its row shows and saves it. */
export function activityCopy(ids: SubjectIds, activitytypeid: string): EditedRecord<ActivityRow, Saved> {
  const { subjectid } = ids
  return {
    record: `activity/${subjectid}/${activitytypeid}`,
    lane: `subject/${subjectid}`,
    blank: fieldsOfActivity(newActivity(activitytypeid, undefined)),
    source: sourceOf(SubjectRecordDocument, ids, ({ data }) =>
      storedActivity(data?.getSubject, activitytypeid, activitytypeid),
    ),
    findAuthor: () => findAuthor(ids, 'activity', activitytypeid),
    plan: (fields, over, known) => planActivity(subjectid, fields, over, known),
  }
}

/**
 * The activity of the row that 'Add activity' opens, whose type is not selected yet. If a colleague records the
 * selected type meanwhile, it becomes a change of that activity.
 */
export function newActivityCopy(ids: SubjectIds): EditedRecord<ActivityRow, Saved> {
  const { subjectid } = ids
  return {
    record: `new-activity/${subjectid}`,
    lane: `subject/${subjectid}`,
    blank: fieldsOfActivity(newActivity('', undefined)),
    source: sourceOf(SubjectRecordDocument, ids, ({ data }, mine = {}) =>
      storedActivity(data?.getSubject, fieldValue(mine, 'activitytypeid'), ''),
    ),
    findAuthor: (mine) => findAuthor(ids, 'activity', fieldValue(mine, 'activitytypeid')),
    plan: (fields, over, known) => planActivity(subjectid, fields, over, known),
  }
}

type SubjectOfActivities = {
  activities: readonly ActivityRecord[]
  forms: Parameters<typeof subjectDate>[0]
}

/** The activity of a type as stored; if there is none, an empty one of the type `emptyid`. */
function storedActivity(
  subject: SubjectOfActivities | null | undefined,
  activitytypeid: string,
  emptyid: string,
): Stored<ActivityRow> | undefined {
  if (!subject) return undefined
  const { activities, forms } = subject
  const zone = studyZone()
  const date = subjectDate(forms)
  const activity = activities.find((each) => each.activitytypeid === activitytypeid)
  if (!activity) {
    const fields = fieldsOfActivity(newActivity(emptyid, date))
    return { version: null, fields, row: { activity, day: dayOfTyped(date, zone), recorded: activities } }
  }
  const day = formatActivityTime(activity.startTime, zone).slice(0, 10)
  const row = { activity, day, recorded: activities }
  return { version: activity.version, fields: fieldsOfActivity(savedActivity(activity, zone)), row }
}

function planActivity(
  subjectid: string,
  fields: Fields,
  over: number | null,
  { row, base, added }: Known<Saved, ActivityRow>,
): Planned<Saved> | Error {
  const { activitytypeid, comment } = activityOfFields(fields)
  const { start, stop, problems } = validateActivity(activityOfFields(fields), studyZone(), row?.day)
  const why = problems.activitytypeid ?? problems.startTime ?? problems.stopTime ?? problems.comment
  if (why) return why
  if (start instanceof Problem) return start
  if (stop instanceof Problem) return stop
  const times = { startTime: start.seconds, stopTime: stop.seconds }
  const input = { subjectid, activitytypeid, ...times, comment: comment.trim() || null }
  const other = added && addedOfOtherType(added, row, activitytypeid)
  if (other) return takenBackBy(RemoveActivityDocument, { subjectid, activitytypeid: other.activitytypeid })
  // A row whose type was changed adds an activity of the new type.
  const began = fieldValue(base, 'activitytypeid')
  const isOther = began !== '' && began !== activitytypeid
  return over === null || isOther
    ? savedBy(AddActivityDocument, { input })
    : savedBy(UpdateActivityDocument, { input: { ...input, version: over } })
}

/** What the row has added with another type before its answer was lost, unless somebody has worked with it since. */
function addedOfOtherType(
  { data, version }: Added<Saved>,
  row: ActivityRow | undefined,
  activitytypeid: string,
): ActivityRecord | undefined {
  if (!('addActivity' in data) || data.addActivity.activitytypeid === activitytypeid) return undefined
  return row?.recorded.find(
    (one) =>
      one.activitytypeid === data.addActivity.activitytypeid &&
      one.version === version &&
      one.referenceData.length === 0,
  )
}
