/** The weight of the newest measurement: high enough to follow a changing network, low enough not to jump. */
const weight = 0.25

export type Pace = { sent: number; at: number; bytesPerSecond: number | undefined }

/** The speed of an upload after `sent` bytes at `at` (milliseconds), smoothed over earlier measurements. */
export function measurePace(before: Pace | undefined, sent: number, at: number): Pace {
  if (!before) return { sent, at, bytesPerSecond: undefined }
  const seconds = (at - before.at) / 1000
  if (seconds < 0.2) return before
  const measured = (sent - before.sent) / seconds
  const known = before.bytesPerSecond
  return { sent, at, bytesPerSecond: known === undefined ? measured : known + weight * (measured - known) }
}

/** Whole seconds until everything is sent; undefined while the speed is unknown. */
export function remainingSeconds(pace: Pace | undefined, total: number): number | undefined {
  const { sent = 0, bytesPerSecond = 0 } = pace ?? {}
  return bytesPerSecond > 0 ? Math.ceil((total - sent) / bytesPerSecond) : undefined
}
