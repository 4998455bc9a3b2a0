import { compareActivityTypes } from '@casebook/domain/activity-types/activity-types.rules.ts'
import type { SubjectRecordQuery } from '../../generated/graphql.ts'

/** An activity as the subject's screen reads it. */
export type ActivityRecord = NonNullable<SubjectRecordQuery['getSubject']>['activities'][number]
/** An activity type that the study offers. */
export type OfferedActivityType = Pick<
  SubjectRecordQuery['listActivityTypes'][number],
  'activitytypeid' | 'description'
>

/** An activity that was started and not stopped. */
export type RunningActivity = SubjectRecordQuery['listRunningActivities'][number]

export type ActivityRowData = OfferedActivityType & {
  /** Undefined for a placeholder: a type of which the subject has no activity. */
  activity: ActivityRecord | undefined
}

/**
 * The subject's activities and placeholders for the study's other types, sorted by description. `begun`: the types of
 * running and typed activities, which have a row also if their type was removed.
 */
export function activityRows(
  activities: readonly ActivityRecord[],
  offered: readonly OfferedActivityType[],
  begun: readonly OfferedActivityType[] = [],
): ActivityRowData[] {
  const used = new Set(activities.map(({ activitytype }) => activitytype.activitytypeid))
  const recorded = activities.map((activity) => ({ ...activity.activitytype, activity }))
  const placeholders = new Map(
    [...begun, ...offered]
      .filter(({ activitytypeid }) => !used.has(activitytypeid))
      .map(({ activitytypeid, description }) => [activitytypeid, { activitytypeid, description, activity: undefined }]),
  )
  return [...recorded, ...placeholders.values()].sort(compareActivityTypes)
}
