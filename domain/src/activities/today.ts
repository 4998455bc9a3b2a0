import { formatActivityTime } from './activity-time.ts'

const noon = 'T12:00:00Z'

const minuteMs = 60_000
/** Of the zone that was asked about last. A day begins with a minute. */
let last = { zone: '', minute: Number.NaN, today: Number.NaN }

/** The day in a zone, as the epoch seconds of 12:00 UTC of it: the value of a Date field. `now`: epoch milliseconds. */
export function todayIn(zone: string, now = Date.now()): number {
  const minute = Math.floor(now / minuteMs)
  if (last.zone !== zone || last.minute !== minute) {
    const day = formatActivityTime(Math.floor(now / 1000), zone).slice(0, 10)
    last = { zone, minute, today: Date.parse(day + noon) / 1000 }
  }
  return last.today
}
