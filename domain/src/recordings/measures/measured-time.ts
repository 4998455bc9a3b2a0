/** What of a recording is measured, in seconds since its start. `begun`: when it started, in epoch seconds, if that is known. */
export type MeasuredTime = {
  readonly begun: number | null
  readonly from: number
  readonly to: number
  /** Whether it is the time of the activity. */
  readonly ofActivity: boolean
}

/** The time of the activity, if the file was recorded during it; otherwise the whole recording. In epoch seconds. */
export function measuredTime(
  recorded: { readonly from: number; readonly to: number } | undefined,
  activity: { readonly startTime: number; readonly stopTime: number },
): MeasuredTime {
  if (!recorded) return { begun: null, from: 0, to: Number.POSITIVE_INFINITY, ofActivity: false }
  const { from: begun, to: ended } = recorded
  const { startTime, stopTime } = activity
  if (Math.min(ended, stopTime) > Math.max(begun, startTime))
    return { begun, from: startTime - begun, to: stopTime - begun, ofActivity: true }
  return { begun, from: 0, to: ended - begun, ofActivity: false }
}
