import { inOrder, warningsOfDay } from '@casebook/domain/subjects/day/day-warnings.rules.ts'
import { useMemo } from 'react'
import { useActivityName } from '../../activities/record/use-activity-name.ts'
import { useRead } from '../../calls/graphql.ts'
import { DeviceElsewhereDocument } from '../../generated/graphql.ts'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import { layOutDays } from './day-layout.ts'
import { timedFiles, withRecordedTimes } from './recorded-files.ts'

/** The day of a subject: activities in order, files with their times, warnings, and other uses of the same recorders. */
export function useDay(subject: SubjectRecord, offers: SubjectOffers, zone: string) {
  const { activities, subjectid } = subject
  const nameOf = useActivityName()
  const recorded = useMemo(() => inOrder(withRecordedTimes(activities, nameOf)), [activities, nameOf])
  const files = useMemo(() => timedFiles(recorded), [recorded])
  const days = useMemo(() => layOutDays(recorded, files, zone), [recorded, files, zone])
  const warnings = useMemo(
    () => warningsOfDay(recorded, { activitytypes: offers.listActivityTypes }),
    [recorded, offers.listActivityTypes],
  )
  const { data } = useRead(DeviceElsewhereDocument, files.length > 0 ? { subjectid } : undefined)
  return { recorded, files, days, warnings, elsewhere: data?.listDeviceElsewhere ?? [] }
}
