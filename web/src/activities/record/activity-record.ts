import { compareActivityTypes } from '@casebook/domain/activity-types/activity-types.rules.ts'
import { compareOccurrences, keyOfOccurrence, occurrenceOfKey } from '@casebook/domain/shared/names/occurrences.ts'
import { isOfVisit, placeOfNext } from '@casebook/domain/visits/places/places.ts'
import type { SubjectRecordQuery } from '../../generated/graphql.ts'

/** An activity as the subject's screen reads it. */
export type ActivityRecord = NonNullable<SubjectRecordQuery['getSubject']>['activities'][number]
/** An activity type that the study offers. */
export type OfferedActivityType = Pick<
  SubjectRecordQuery['listActivityTypes'][number],
  'activitytypeid' | 'description' | 'repeats'
>

/** An activity that was started and not stopped. */
export type RunningActivity = SubjectRecordQuery['listRunningActivities'][number]

/** A visit of a subject, with the activity types that belong to it. */
export type OfferedVisit = Pick<
  SubjectRecordQuery['listSubjectVisits'][number] & SubjectRecordQuery['listVisits'][number],
  'visitid' | 'occurrence' | 'repeats' | 'name' | 'day' | 'date' | 'plannedDate' | 'activitytypeids' | 'optionaltypeids'
>

export type ActivityRowData = OfferedActivityType & {
  /** keyOfOccurrence. */
  key: string
  activity: ActivityRecord | undefined
  /** Set if it was started and not stopped. Without this and `activity`, the row is a placeholder. */
  running: RunningActivity | undefined
  /** For the placeholder of a type that repeats: the subject has one of it. */
  isAnother: boolean
}

/** Its key among the activities of its subject. */
export function activityKey(activity: { activitytypeid: string; visitid: string | null; occurrence: number }): string {
  return keyOfOccurrence(activity.activitytypeid, activity)
}

/** The key of the placeholder of a type, in a visit or without one: the one that it may have, or the next one. */
export function placeholderKey(
  type: Pick<OfferedActivityType, 'activitytypeid' | 'repeats'>,
  visit?: OfferedVisit | undefined,
): string {
  return keyOfOccurrence(type.activitytypeid, placeOfNext(type, visit))
}

/** The types of which another activity can be recorded, in a visit or without one. */
export function freeTypes<Type extends OfferedActivityType>(
  offered: readonly Type[],
  activities: readonly Pick<ActivityRecord, 'activitytypeid' | 'visitid' | 'occurrence'>[],
  visit: OfferedVisit | undefined,
): Type[] {
  const recorded = new Set(
    activities.filter((each) => isOfVisit(each, visit)).map(({ activitytypeid }) => activitytypeid),
  )
  return offered
    .filter(({ activitytypeid }) => !visit || visit.activitytypeids.includes(activitytypeid))
    .filter(({ activitytypeid, repeats }) => (repeats && !visit?.repeats) || !recorded.has(activitytypeid))
    .toSorted(compareActivityTypes)
}

/**
 * The subject's activities, those that run, and placeholders for the study's other types and for the next one of each
 * type that repeats, sorted by description, then by visit and number. `typed`: activities by key that are typed and not
 * saved, which have a row also if their type was removed. `visit`: the one that all of these belong to.
 */
export function activityRows(
  activities: readonly ActivityRecord[],
  offered: readonly OfferedActivityType[],
  running: readonly RunningActivity[] = [],
  typed: readonly (OfferedActivityType & { key: string })[] = [],
  visit?: OfferedVisit | undefined,
): ActivityRowData[] {
  const rows = new Map<string, ActivityRowData>()
  const add = (key: string, of: OfferedActivityType, more: Partial<ActivityRowData> = {}) => {
    const { activitytypeid, description, repeats } = of
    const row = { key, activitytypeid, description, repeats, activity: undefined, running: undefined, isAnother: false }
    if (!rows.has(key)) rows.set(key, { ...row, ...more })
  }
  for (const activity of activities) add(activityKey(activity), activity.activitytype, { activity })
  for (const each of running) add(activityKey(each), each.activitytype, { running: each })
  const begun = new Set([...rows.values()].map(({ activitytypeid }) => activitytypeid))
  const isRunning = new Set(running.map(({ activitytypeid }) => activitytypeid))
  for (const type of offered) {
    const isAnother = begun.has(type.activitytypeid)
    // While one runs, it is what the next press is about.
    const isOffered = type.repeats && !visit?.repeats ? !isRunning.has(type.activitytypeid) : !isAnother
    if (isOffered) add(placeholderKey(type, visit), type, { isAnother })
  }
  for (const { key, ...type } of typed) add(key, type)
  return [...rows.values()].sort((one, other) => compareActivityTypes(one, other) || compareRows(one, other))
}

/** The next one of a type is behind the others. */
function compareRows(one: { key: string }, other: { key: string }): number {
  const [a, b] = [one, other].map(({ key }) => {
    const { visitid, occurrence } = occurrenceOfKey(key)
    return { visitid, occurrence: occurrence === 'next' ? Number.POSITIVE_INFINITY : occurrence }
  })
  return a && b ? compareOccurrences(a, b) : 0
}
