import { recordedSpan } from '@casebook/domain/recordings/seen/recorded-span.ts'
import { recordedTimeOf } from '@casebook/domain/reference-data/recorded-file.ts'
import type { DayActivity, DayFile } from '@casebook/domain/subjects/day/day-warnings.rules.ts'
import type { SubjectRecord } from '../record/subject-record.ts'
import type { TimedFile } from './day-layout.ts'

type Activity = SubjectRecord['activities'][number]
type StoredFile = Activity['referenceData'][number]

export type RecordedActivity = Activity & { referenceData: (StoredFile & DayFile)[] }

/** The activities with what is known about when their files were recorded. */
export function withRecordedTimes(activities: readonly Activity[]): RecordedActivity[] {
  return activities.map((activity) => ({
    ...activity,
    referenceData: activity.referenceData.map((file) => {
      const recorded = recordedTimeOf(file)
      return recorded ? { ...file, recorded } : file
    }),
  }))
}

/** The files whose time is known. */
export function timedFiles(activities: readonly (DayActivity & { referenceData: readonly DayFile[] })[]): TimedFile[] {
  return activities.flatMap(({ activitytypeid, referenceData }) =>
    referenceData.flatMap(({ referencedataid, filename, recorded }) => {
      const span = recorded && recordedSpan(recorded)
      return span === undefined || typeof span === 'string' ? [] : [{ referencedataid, filename, activitytypeid, span }]
    }),
  )
}
