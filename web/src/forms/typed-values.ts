import { dateValueOf, dayOfDateValue } from '@casebook/domain/forms/form-dates.ts'

const dayMonthYear = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/
const oneDecimalComma = /^-?\d*,\d+$/
const thousands = /^-?\d{1,3}(,\d{3})+$/

/** A Date field's text as people see and type it: the day where the value holds one, else what was typed. */
export function typedDate(value: string): string {
  return dayOfDateValue(value) ?? value
}

/** The Date value for what was typed, which stays as it is until it names a day. */
export function dateValueTyped(text: string): string {
  return dateValueOf(text.trim()) ?? text
}

/** `20.10.2026`, as Norwegians write it, once the field is left. */
export function settledDate(value: string): string {
  const parts = dayMonthYear.exec(value.trim())
  if (!parts) return value
  const [, day = '', month = '', year = ''] = parts
  return dateValueOf(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`) ?? value
}

/**
 * A number with the decimal comma of a Norwegian keyboard (on a phone there is no other key), written with a point. What
 * may be a thousands separator is left alone and refused, unless the person writes Norwegian.
 */
export function settledNumber(text: string, isNorwegian: boolean): string {
  const trimmed = text.trim()
  if (!oneDecimalComma.test(trimmed)) return trimmed
  return isNorwegian || !thousands.test(trimmed) ? trimmed.replace(',', '.') : trimmed
}
