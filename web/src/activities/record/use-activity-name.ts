import { formatActivityTime } from '@casebook/domain/activities/activity-time.ts'
import { useCallback } from 'react'
import { studyZone } from '../../browser/time-zones.ts'
import { useOccurrenceText } from '../../locale/occurrence-text.ts'

type Named = {
  visitid: string | null
  label: string | null
  occurrence: number
  /** Epoch seconds. */
  startTime: number
  activitytype: { description: string; repeats: boolean }
}

/** The name of an activity on screens, recorded or running: which one it is, if its type repeats. */
export function useActivityName(): (activity: Named) => string {
  const textOf = useOccurrenceText()
  return useCallback(
    ({ visitid, occurrence, label, startTime, activitytype: { description, repeats } }) =>
      textOf({
        name: description,
        repeats,
        visitid,
        occurrence,
        label,
        day: formatActivityTime(startTime, studyZone()).slice(0, 10),
      }),
    [textOf],
  )
}
