import { toInstant } from '../activities/activity-time.ts'
import { addDays } from '../visits/due.ts'

/** When a device was worn: ISO instants. `from` is null if it is not known, `to` while it is worn. */
export type WornTime = { from?: string | null | undefined; to?: string | null | undefined }

/**
 * Whether a device was worn at any time between two instants in epoch seconds, the first included. One that is not known
 * to have been put on later counts.
 */
export function isWornWithin({ from, to }: WornTime, begin: number, end: number): boolean {
  const putOn = from ? Date.parse(from) / 1000 : Number.NEGATIVE_INFINITY
  const takenOff = to ? Date.parse(to) / 1000 : Number.POSITIVE_INFINITY
  return putOn < end && takenOff > begin
}

/** Whether a device was worn at any time of a day (`2026-10-20`) in a zone. True if `day` is no day. */
export function isWornOn(worn: WornTime, day: string, zone: string): boolean {
  const next = addDays(day, 1)
  return next === undefined || isWornWithin(worn, midnight(day, zone), midnight(next, zone))
}

function midnight(day: string, zone: string): number {
  return toInstant(Date.parse(`${day}T00:00:00Z`) / 1000, zone)
}
