import { formatActivityTime } from './activity-time.ts'

const noon = 'T12:00:00Z'

/** The day in a zone, as the epoch seconds of 12:00 UTC of it: the value of a Date field. `now`: epoch milliseconds. */
export function todayIn(zone: string, now = Date.now()): number {
  return Date.parse(formatActivityTime(Math.floor(now / 1000), zone).slice(0, 10) + noon) / 1000
}
