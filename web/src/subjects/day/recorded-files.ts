import { recordedSpan } from '@casebook/domain/recordings/seen/recorded-span.ts'
import { recordedTimeOf } from '@casebook/domain/reference-data/recorded-file.ts'
import type { DayFile } from '@casebook/domain/subjects/day/day-warnings.rules.ts'
import { activityKey } from '../../activities/record/activity-record.ts'
import type { SubjectRecord } from '../record/subject-record.ts'
import type { TimedFile } from './day-layout.ts'

type Activity = SubjectRecord['activities'][number]
type StoredFile = Activity['referenceData'][number]

/** With its key (keyOfOccurrence) and its name. */
export type RecordedActivity = Activity & { key: string; name: string; referenceData: (StoredFile & DayFile)[] }

/** The activities with what is known about when their files were recorded. */
export function withRecordedTimes(
  activities: readonly Activity[],
  nameOf: (activity: Activity) => string,
): RecordedActivity[] {
  return activities.map((activity) => ({
    ...activity,
    key: activityKey(activity),
    name: nameOf(activity),
    referenceData: activity.referenceData.map((file) => {
      const recorded = recordedTimeOf(file)
      return recorded ? { ...file, recorded } : file
    }),
  }))
}

/** The files whose time is known. */
export function timedFiles(activities: readonly { key: string; referenceData: readonly DayFile[] }[]): TimedFile[] {
  return activities.flatMap(({ key, referenceData }) =>
    referenceData.flatMap(({ referencedataid, filename, recorded }) => {
      const span = recorded && recordedSpan(recorded)
      return span === undefined || typeof span === 'string' ? [] : [{ referencedataid, filename, activity: key, span }]
    }),
  )
}
