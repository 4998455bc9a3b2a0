import { isStorableTime } from '@casebook/domain/activities/activities.rules.ts'
import { problem } from '@casebook/domain/shared/problems.ts'

/** When something began or ended: at that time, or so many seconds before now. */
export type Moment = { at: number } | { secondsAgo: number }

/**
 * The moment that a caller gives, or now. `clock` is the caller's own (casebook-clock): what counts is how long ago it was
 * by that clock, so that neither a clock that is wrong nor a call that was sent again moves it.
 */
export function momentOf(
  given: number | null | undefined,
  { clock, field, now = Date.now() }: { clock: number | undefined; field: string; now?: number },
): Moment {
  if (given === null || given === undefined) return { secondsAgo: 0 }
  if (!isStorableTime(given)) throw problem('activity.time.range', { field })
  const secondsAgo = (clock ?? now) / 1_000 - given
  if (secondsAgo < 0) throw problem('running.time.ahead', { field })
  return clock === undefined ? { at: given } : { secondsAgo }
}
