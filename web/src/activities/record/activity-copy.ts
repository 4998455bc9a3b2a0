import { formatActivityTime } from '@casebook/domain/activities/activity-time.ts'
import { subjectDate } from '@casebook/domain/forms/forms.rules.ts'
import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { keyOfOccurrence, occurrenceOfKey, whichOne } from '@casebook/domain/shared/names/occurrences.ts'
import { Problem } from '@casebook/domain/shared/problems.ts'
import { whyNotOccurrenceLabel } from '@casebook/domain/visits/labels.rules.ts'
import { givenPlace, isOfVisit, placeOfNext, scheduledVisits, visitKey } from '@casebook/domain/visits/places/places.ts'
import { studyZone } from '../../browser/time-zones.ts'
import {
  type ActivityInput,
  AddActivityDocument,
  type AddActivityMutation,
  PutBackActivityDocument,
  RemoveActivityDocument,
  SubjectRecordDocument,
  UpdateActivityDocument,
  type UpdateActivityMutation,
} from '../../generated/graphql.ts'
import { findAuthor } from '../../history/find-author.ts'
import type { Added, Known, Planned, Stored } from '../../records/machine/entry.ts'
import type { EditedRecord } from '../../records/store.ts'
import { correctedBy, restoredBy, savedBy, sourceOf, takenBackBy } from '../../records/use-record.ts'
import {
  type ActivityRecord,
  activityKey,
  type OfferedActivityType,
  type OfferedVisit,
  placeholderKey,
} from './activity-record.ts'
import {
  activityOfFields,
  dayOfTyped,
  fieldsOfActivity,
  newActivity,
  savedActivity,
  validateActivity,
} from './typed-activity.ts'
import { dateInVisit } from './visit-date.ts'

type SubjectIds = { siteid: string; studyid: string; subjectid: string }

/** What a row needs beside its fields. */
export type ActivityRow = {
  /** Undefined if it is not recorded. */
  activity: ActivityRecord | undefined
  /** The day of a time that is typed without one: `2026-11-21`. */
  day: string
  /** All activities of the subject. */
  recorded: readonly ActivityRecord[]
  /** The types that the study offers. */
  offered: readonly OfferedActivityType[]
  /** The visits of the subject. */
  visits: readonly OfferedVisit[]
}

type Saved = AddActivityMutation | UpdateActivityMutation

/** The activity with this key (keyOfOccurrence), as its row shows and saves it. The next one is never stored. */
export function activityCopy(ids: SubjectIds, key: string): EditedRecord<ActivityRow, Saved> {
  const { subjectid } = ids
  const { typeid, occurrence } = occurrenceOfKey(key)
  return {
    record: `activity/${subjectid}/${key}`,
    lane: `subject/${subjectid}`,
    onlyAdds: occurrence === 'next',
    blank: { ...fieldsOfActivity(newActivity(typeid, undefined)), label: '' },
    source: sourceOf(SubjectRecordDocument, ids, ({ data }) => data && storedActivity(data, key, typeid)),
    findAuthor: () => findAuthor(ids, 'activity', key),
    plan: (fields, over, known) => planActivity(subjectid, key, fields, over, known),
  }
}

/**
 * The activity of the row that 'Add activity' opens, whose type is not selected yet. If a colleague records the
 * selected type meanwhile, it becomes a change of that activity, unless the type repeats. `home`: the visit where the row
 * was opened, which is selected at first.
 */
export function newActivityCopy(ids: SubjectIds, home?: OfferedVisit): EditedRecord<ActivityRow, Saved> {
  const { subjectid } = ids
  const ofVisit = { visit: home ? visitKey(home) : '' }
  return {
    record: ['new-activity', subjectid, ...(home ? [visitKey(home)] : [])].join('/'),
    lane: `subject/${subjectid}`,
    onlyAdds: true,
    blank: { ...fieldsOfActivity(newActivity('', undefined)), label: '', ...ofVisit },
    source: sourceOf(SubjectRecordDocument, ids, ({ data }, mine = {}) => {
      if (!data) return undefined
      const visits = visitsOf(data)
      const fields = { ...ofVisit, ...mine }
      const key = keyOfNew(data.listActivityTypes, visits, fields)
      const stored = storedActivity(data, key, '', visitOfNew(visits, fields))
      return stored && { ...stored, fields: { ...stored.fields, ...ofVisit } }
    }),
    findAuthor: (mine) => findAuthor(ids, 'activity', fieldValue(mine, 'activitytypeid')),
    plan: (fields, over, known) => {
      const { offered = [], visits = [] } = known.row ?? {}
      return planActivity(subjectid, keyOfNew(offered, visits, fields), fields, over, known)
    },
  }
}

/** The visit that a new activity is for. */
export function visitOfNew(visits: readonly OfferedVisit[], fields: Fields): OfferedVisit | undefined {
  const key = fieldValue(fields, 'visit')
  return visits.find((visit) => visitKey(visit) === key)
}

function keyOfNew(offered: readonly OfferedActivityType[], visits: readonly OfferedVisit[], fields: Fields): string {
  const activitytypeid = fieldValue(fields, 'activitytypeid')
  const type = offered.find((each) => each.activitytypeid === activitytypeid)
  return type ? placeholderKey(type, visitOfNew(visits, fields)) : activitytypeid
}

type ReadSubject = {
  getSubject?: { activities: readonly ActivityRecord[]; forms: Parameters<typeof subjectDate>[0] } | null | undefined
  listActivityTypes: readonly OfferedActivityType[]
  listVisits: readonly Pick<
    OfferedVisit,
    'visitid' | 'name' | 'day' | 'repeats' | 'activitytypeids' | 'optionaltypeids'
  >[]
  listSubjectVisits: readonly Pick<OfferedVisit, 'visitid' | 'occurrence' | 'date' | 'plannedDate'>[]
}

function visitsOf({ listVisits, listSubjectVisits }: ReadSubject): OfferedVisit[] {
  return scheduledVisits(listVisits, listSubjectVisits)
}

/** The activity with this key as stored; if there is none, an empty one of the type `emptyid`, on the day of the visit. */
function storedActivity(
  read: ReadSubject,
  key: string,
  emptyid: string,
  visit = visitOfKey(visitsOf(read), key),
): Stored<ActivityRow> | undefined {
  const { getSubject, listActivityTypes } = read
  if (!getSubject) return undefined
  const { activities, forms } = getSubject
  const zone = studyZone()
  const visits = visitsOf(read)
  const date = visit ? dateInVisit(visit, forms, zone) : subjectDate(forms)
  const known = { recorded: activities, offered: listActivityTypes, visits }
  const activity = activities.find((each) => activityKey(each) === key)
  if (!activity) {
    const fields = { ...fieldsOfActivity(newActivity(emptyid, date)), label: '' }
    return { version: null, fields, row: { activity, day: dayOfTyped(date, zone), ...known } }
  }
  const day = formatActivityTime(activity.startTime, zone).slice(0, 10)
  const row = { activity, day, ...known }
  const fields = { ...fieldsOfActivity(savedActivity(activity, zone)), label: activity.label ?? '' }
  return { version: activity.version, fields, row }
}

function visitOfKey(visits: readonly OfferedVisit[], key: string): OfferedVisit | undefined {
  const { visitid, occurrence } = occurrenceOfKey(key)
  const which = { visitid, occurrence: occurrence === 'next' ? 1 : occurrence }
  return visits.find((visit) => isOfVisit(which, visit))
}

function planActivity(
  subjectid: string,
  key: string,
  fields: Fields,
  over: number | null,
  { row, base, added, isRemoved }: Known<Saved, ActivityRow>,
): Planned<Saved> | Error {
  const { activitytypeid, comment } = activityOfFields(fields)
  const { start, stop, problems } = validateActivity(activityOfFields(fields), studyZone(), row?.day)
  const why = problems.activitytypeid ?? problems.startTime ?? problems.stopTime ?? problems.comment
  if (why) return why
  if (start instanceof Problem) return start
  if (stop instanceof Problem) return stop
  const times = { startTime: start.seconds, stopTime: stop.seconds }
  const ofType = row?.activity?.activitytype ?? row?.offered.find((each) => each.activitytypeid === activitytypeid)
  const label = fieldValue(fields, 'label')
  const wrongLabel = ofType?.repeats ? whyNotOccurrenceLabel(label, { repeats: true }) : undefined
  if (wrongLabel) return wrongLabel
  // An empty one is said only to take the label away that was there.
  const ofLabel = ofType?.repeats && (label !== '' || row?.activity?.label) ? { label } : {}
  const input = { subjectid, activitytypeid, ...times, comment: comment.trim() || null, ...ofLabel }
  const other = added && addedOfOtherType(added, row, activitytypeid)
  if (other) {
    const which = whichOne(other, other.activitytype.repeats)
    return takenBackBy(RemoveActivityDocument, { subjectid, activitytypeid: other.activitytypeid, ...which })
  }
  const { typeid, visitid, occurrence } = occurrenceOfKey(key)
  // A row whose type was changed adds an activity of the new type.
  const began = fieldValue(base, 'activitytypeid')
  const isOther = (began !== '' && began !== activitytypeid) || typeid !== activitytypeid
  if (isOther) {
    const repeats = row?.offered.find((each) => each.activitytypeid === activitytypeid)?.repeats ?? false
    const place = placeOfNext({ repeats }, visitOfKey(row?.visits ?? [], key))
    return savedBy(AddActivityDocument, { input: { ...input, ...givenPlace(place) } })
  }
  const ofVisit = givenPlace({ visitid, occurrence })
  if (occurrence === 'next') return planNext({ ...input, ...ofVisit }, added)
  const type = row?.activity?.activitytype ?? row?.offered.find((each) => each.activitytypeid === activitytypeid)
  const which = whichOne({ visitid, occurrence }, type?.repeats ?? false)
  if (over !== null) return savedBy(UpdateActivityDocument, { input: { ...input, ...which, version: over } })
  // Its number is not used again, so what was removed is put back first.
  if (isRemoved && which.occurrence !== undefined && type?.repeats)
    return restoredBy(PutBackActivityDocument, { subjectid, activitytypeid, ...which })
  return savedBy(AddActivityDocument, { input: { ...input, ...ofVisit } })
}

type NewActivity = Omit<ActivityInput, 'occurrence' | 'version'>

/** Adds the next one. If an earlier answer was lost, what that added is corrected. */
function planNext(input: NewActivity, added: Added<Saved> | undefined): Planned<Saved> {
  if (!added || !('addActivity' in added.data)) return savedBy(AddActivityDocument, { input })
  const { occurrence } = added.data.addActivity
  return correctedBy(UpdateActivityDocument, { input: { ...input, occurrence, version: added.version } })
}

/** What the row has added with another type before its answer was lost, unless somebody has worked with it since. */
function addedOfOtherType(
  { data, version }: Added<Saved>,
  row: ActivityRow | undefined,
  activitytypeid: string,
): ActivityRecord | undefined {
  if (!('addActivity' in data) || data.addActivity.activitytypeid === activitytypeid) return undefined
  const added = keyOfOccurrence(data.addActivity.activitytypeid, data.addActivity)
  return row?.recorded.find(
    (one) => activityKey(one) === added && one.version === version && one.referenceData.length === 0,
  )
}
