import { formatActivityTime, parseActivityTime } from '../../activities/activity-time.ts'
import { dayOfDateValue } from '../../form-types/values/form-dates.ts'
import { isNumber } from '../../form-types/values/number-values.ts'
import { Problem } from '../../shared/problems.ts'
import type { RedcapField } from '../redcap/names.ts'

/** A stored value of a field with one column as REDCap's raw data have it. `zone`: of the study. */
export function rawOf(field: RedcapField, value: string, zone: string): string {
  switch (field.type) {
    case 'Boolean':
      return value === 'true' ? '1' : value === 'false' ? '0' : value
    case 'Choice':
      return field.codes.get(value) ?? value
    case 'Date':
      return dayOfDateValue(value) ?? value
    case 'DateTime':
      return isNumber(value) ? formatActivityTime(Number(value), zone) : value
    default:
      return value
  }
}

/** What a cell of REDCap's raw data says in a CSV file of Casebook. What it can't say is kept, so that it is refused. */
export function cellOf(field: RedcapField, raw: string, zone: string): string {
  const text = raw.trim()
  switch (field.type) {
    case 'Boolean':
      return text === '1' ? 'true' : text === '0' ? 'false' : text
    case 'Choice': {
      const known = [...field.codes].find(([, redcap]) => redcap === text)
      return known?.[0] ?? text
    }
    case 'DateTime': {
      const time = parseActivityTime(text, zone)
      return time instanceof Problem ? text : new Date(time.seconds * 1000).toISOString()
    }
    case 'String':
      return withoutBlank(raw)
    default:
      return text
  }
}

/**
 * A text that a spreadsheet would run as a formula begins with a blank, which REDCap takes off. One that begins with a
 * blank before such a sign gets another one, so that taking one off always restores the text.
 */
export function withBlank(text: string): string {
  return /^ *[=+\-@\t\r]/.test(text) && !isNumber(text) ? ` ${text}` : text
}

function withoutBlank(text: string): string {
  return /^ +[=+\-@\t\r]/.test(text) ? text.slice(1) : text
}
