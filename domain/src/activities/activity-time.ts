// Uses the polyfill's functions even if the engine supports Temporal: they add 6 kB to the download, its classes 19 kB.
// Loading the classes only if Temporal is missing would make every function here asynchronous.
import { fromEpochMilliseconds, toZonedDateTimeISO } from 'temporal-polyfill/fns/Instant'
import { create, equals, toZonedDateTime } from 'temporal-polyfill/fns/PlainDateTime'
import { offsetNanoseconds, toPlainDateTime } from 'temporal-polyfill/fns/ZonedDateTime'
import { type Problem, problem } from '../shared/problems.ts'
import { isStorableTime } from './activities.rules.ts'

const format = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2})(?::(\d{2}))?$/

export type ActivityTime = {
  /** Whole epoch seconds. */
  seconds: number
  /** Set if clocks were set back at that time: the epoch seconds of the second occurrence of the same clock time. */
  alternative?: number
}

/**
 * Parses `yyyy-MM-dd HH:mm`, with optional seconds, as local time in the zone. A time skipped in spring is refused. For
 * an hour that occurs twice in autumn, returns the first occurrence and offers the second. An editor of a stored time
 * keeps the stored one if it equals `alternative`.
 */
export function parseActivityTime(text: string, zone: string, field?: string): ActivityTime | Problem {
  const trimmed = text.trim()
  if (trimmed === '') return problem('text.required', { field })
  const parts = format.exec(trimmed)
  if (!parts) return problem('activity.time.format', { field })
  const local = plainDateTime(...parts.slice(1).map((part) => Number(part ?? 0)))
  if (!local) return problem('activity.time.no-such', { field })
  const first = toZonedDateTime(local, zone, { disambiguation: 'earlier' })
  if (!equals(toPlainDateTime(first), local)) return problem('activity.time.skipped', { field, params: { zone } })
  const second = toZonedDateTime(local, zone, { disambiguation: 'later' })
  const seconds = first.epochMilliseconds / 1000
  const alternative = second.epochMilliseconds / 1000
  if (!isStorableTime(seconds)) return problem('activity.time.range', { field })
  return alternative === seconds ? { seconds } : { seconds, alternative }
}

/** Formats epoch seconds as local time in the zone: `2026-10-20 09:50`, with `:ss` only if they are not zero. */
export function formatActivityTime(seconds: number, zone: string): string {
  const { year, month, day, hour, minute, second } = toZonedDateTimeISO(fromEpochMilliseconds(seconds * 1000), zone)
  const text = `${pad(year, 4)}-${pad(month)}-${pad(day)} ${pad(hour)}:${pad(minute)}`
  return second === 0 ? text : `${text}:${pad(second)}`
}

/**
 * Converts local time in the zone to epoch seconds. `wall` is the local time as if it were UTC and may have a fraction.
 * For an hour that occurs twice, returns the first occurrence. A skipped time is read as if clocks had not been set
 * forward yet.
 */
export function toInstant(wall: number, zone: string): number {
  const whole = Math.floor(wall)
  const local = toPlainDateTime(toZonedDateTimeISO(fromEpochMilliseconds(whole * 1000), 'UTC'))
  return toZonedDateTime(local, zone, { disambiguation: 'compatible' }).epochMilliseconds / 1000 + (wall - whole)
}

/** The value of `new Date(seconds * 1000).getTimezoneOffset() * 60` in the zone: -3600 in Oslo in winter. */
export function timezoneOffset(seconds: number, zone: string): number {
  return 0 - offsetNanoseconds(toZonedDateTimeISO(fromEpochMilliseconds(seconds * 1000), zone)) / 1e9
}

/** Whether this is the name of a time zone, such as Europe/Oslo. */
export function isTimeZone(zone: string): boolean {
  try {
    toZonedDateTimeISO(fromEpochMilliseconds(0), zone)
    return true
  } catch {
    return false
  }
}

function plainDateTime(...[year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: number[]) {
  try {
    return create(year, month, day, hour, minute, second)
  } catch {
    return undefined // Temporal throws for 30 February and for 24:00.
  }
}

function pad(number: number, width = 2): string {
  return String(number).padStart(width, '0')
}
