import { formatActivityTime, parseActivityTime } from '@casebook/domain/activities/activity-time.ts'
import { understoodClock, understoodTime } from '@casebook/domain/activities/typed-time.ts'
import { dateValueOf, dayOfDateValue, secondsOfDateTimeValue } from '@casebook/domain/form-types/values/form-dates.ts'
import { timePattern } from '@casebook/domain/form-types/values/time-values.ts'

const dayMonthYear = /^(\d{1,2})[.,/-](\d{1,2})[.,/-](\d{4})$/
const yearMonthDay = /^(\d{4})[.,/-](\d{1,2})[.,/-](\d{1,2})$/
/** The number pad of a phone may have digits alone. No year of either order is a month of the other. */
const eightDigits = [/^(\d{4})(\d{2})(\d{2})$/, /^(\d{2})(\d{2})(\d{4})$/] as const
const twelveDigits = /^(\d{8})(\d{4})$/
const oneDecimalComma = /^-?\d*,\d+$/
const thousands = /^-?\d{1,3}(,\d{3})+$/

/** Before a text that is no day or time yet, so that digits are not taken for epoch seconds. */
const unfinished = ' '
const onlyDigits = /^\d+$/

/** A Date field's text as shown and typed: the day if the value is one, else the typed text. */
export function typedDate(value: string): string {
  return dayOfDateValue(value) ?? value.trimStart()
}

/** The Date value of a typed text. The text is kept until it is a day. */
export function dateValueTyped(text: string): string {
  return dateValueOf(text.trim()) ?? (onlyDigits.test(text) ? unfinished + text : text)
}

/** Converts the notations `20.10.2026`, `20102026` and `20261020` when the field loses focus. */
export function settledDate(value: string): string {
  return dateValueOf(understoodDay(value.trim()) ?? '') ?? value
}

/** The calendar day of a text in one of these notations, or in the order of ISO 8601: `2026-10-20`. */
function understoodDay(text: string): string | undefined {
  const [yearFirst, dayFirst] = eightDigits
  const [, year = '', month = '', day = ''] = yearMonthDay.exec(text) ?? yearFirst.exec(text) ?? []
  const iso = isoDay(year, month, day)
  if (dateValueOf(iso) !== undefined) return iso
  const [, first = '', second = '', last = ''] = dayMonthYear.exec(text) ?? dayFirst.exec(text) ?? []
  return last === '' ? undefined : isoDay(last, second, first)
}

function isoDay(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
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
  const clock = understoodClock(trimmed.replace(',', '.'))
  return clock !== undefined && timePattern.test(clock) ? clock : trimmed
}

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

/** Converts a day and a time in a common notation, such as `20.10.2026 10.00` or `202610201000`, when the field loses focus. */
export function settledDateTime(value: string, zone: string): string {
  if (secondsOfDateTimeValue(value) !== undefined) return value
  const text = value.trim()
  const [, day = '', clock = ''] = twelveDigits.exec(text) ?? []
  const read = day === '' ? [text, text.replaceAll(',', '.')] : [`${understoodDay(day)} ${understoodClock(clock)}`]
  for (const one of read) {
    const time = parseActivityTime(understoodTime(one, undefined), zone)
    if ('seconds' in time) return String(time.seconds)
  }
  return value
}
