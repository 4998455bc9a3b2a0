import { formatActivityTime, timezoneOffset } from './activity-time.ts'

const secondsPerDay = 86_400

/**
 * Reads epoch seconds as days of the calendar in the zone (`2026-10-20`), as `formatActivityTime` does, but many of
 * them: the clocks of a zone are looked up once for each day of UTC.
 */
export function dayReader(zone: string): (seconds: number) => string {
  /** By days since 1970 in UTC: what to add to the seconds, or null if clocks change on that day. */
  const offsets = new Map<number, number | null>()
  const days = new Map<number, string>()

  function offsetOn(utcDay: number): number | null {
    const known = offsets.get(utcDay)
    if (known !== undefined) return known
    const [first, last] = [0, secondsPerDay - 1].map((more) => -timezoneOffset(utcDay * secondsPerDay + more, zone))
    const offset = first === undefined || first !== last ? null : first
    offsets.set(utcDay, offset)
    return offset
  }

  return (seconds) => {
    const offset = offsetOn(Math.floor(seconds / secondsPerDay))
    if (offset === null) return formatActivityTime(seconds, zone).slice(0, 10)
    const day = Math.floor((seconds + offset) / secondsPerDay)
    const known = days.get(day)
    if (known !== undefined) return known
    const text = formatActivityTime(seconds, zone).slice(0, 10)
    days.set(day, text)
    return text
  }
}
