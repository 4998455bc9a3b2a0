import { formatActivityTime, parseActivityTime } from '@casebook/domain/activities/activity-time.ts'
import { understoodClock } from '@casebook/domain/activities/typed-time.ts'
import { dateValueOf, dayOfDateValue, secondsOfDateTimeValue } from '@casebook/domain/form-types/values/form-dates.ts'
import { timePattern } from '@casebook/domain/form-types/values/time-values.ts'

const dayMonthYear = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/
const oneDecimalComma = /^-?\d*,\d+$/
const thousands = /^-?\d{1,3}(,\d{3})+$/

/** A Date field's text as shown and typed: the day if the value is one, else the typed text. */
export function typedDate(value: string): string {
  return dayOfDateValue(value) ?? value
}

/** The Date value of a typed text. The text is kept until it is a day. */
export function dateValueTyped(text: string): string {
  return dateValueOf(text.trim()) ?? text
}

/** Converts the Norwegian notation `20.10.2026` when the field loses focus. */
export function settledDate(value: string): string {
  const parts = dayMonthYear.exec(value.trim())
  if (!parts) return value
  const [, day = '', month = '', year = ''] = parts
  return dateValueOf(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`) ?? value
}

/**
 * A number with a decimal comma (phones with a Norwegian keyboard offer only that), written with a point. A possible
 * thousands separator is kept and refused, unless the locale is Norwegian.
 */
export function settledNumber(text: string, isNorwegian: boolean): string {
  const trimmed = text.trim()
  if (!oneDecimalComma.test(trimmed)) return trimmed
  return isNorwegian || !thousands.test(trimmed) ? trimmed.replace(',', '.') : trimmed
}

/**
 * Converts a time of day in a common notation, such as `0630` or `kl. 6.30`. Text that a Time field accepts as it is, or
 * could not accept either way, is kept.
 */
export function settledTime(text: string): string {
  const trimmed = text.trim()
  if (timePattern.test(trimmed)) return trimmed
  const clock = understoodClock(trimmed)
  return clock !== undefined && timePattern.test(clock) ? clock : trimmed
}

/** A text that is no time yet, so that digits are not taken for epoch seconds. */
const unfinished = ' '

/** A DateTime field's text as shown and typed: the time in the zone if the value is one, else the typed text. */
export function typedDateTime(value: string, zone: string): string {
  const seconds = secondsOfDateTimeValue(value)
  return seconds === undefined ? value.trimStart() : formatActivityTime(seconds, zone)
}

/** The DateTime value of a typed text. The text is kept until it is a time. */
export function dateTimeValueTyped(text: string, zone: string): string {
  const time = parseActivityTime(text, zone)
  if ('seconds' in time) return String(time.seconds)
  return text === '' ? '' : unfinished + text
}
