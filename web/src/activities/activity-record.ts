import { compareActivityTypes } from '@casebook/domain/activity-types/activity-types.rules.ts'
import type { SubjectRecordQuery } from '../generated/graphql.ts'

/** An activity as the subject's screen reads it. */
export type ActivityRecord = NonNullable<SubjectRecordQuery['getSubject']>['activities'][number]
/** An activity type that the study offers. */
export type OfferedActivityType = SubjectRecordQuery['listActivityTypes'][number]

export type ActivityRowData = OfferedActivityType & {
  /** Undefined for a placeholder: a type that the subject has no activity of. */
  activity: ActivityRecord | undefined
}

/** The subject's activities and, merged in by description, placeholders for the study's types that lack one. */
export function activityRows(
  activities: readonly ActivityRecord[],
  offered: readonly OfferedActivityType[],
): ActivityRowData[] {
  const used = new Set(activities.map(({ activitytype }) => activitytype.activitytypeid))
  const recorded = activities.map((activity) => ({ ...activity.activitytype, activity }))
  const placeholders = offered
    .filter(({ activitytypeid }) => !used.has(activitytypeid))
    .map((type) => ({ ...type, activity: undefined }))
  return [...recorded, ...placeholders].sort(compareActivityTypes)
}
