import { monthNumber } from './month-names.ts'

const month = '(?<month>[^\\d\\s.,/:-]{3,12})'
const weekday = '(?:[^\\d\\s.,:=]{2,10}[.,]{0,2} )?'
const namedMonths = [
  // `04-Mar-2026 22:00:00`, `5. mars 2026 kl. 22:00`, `Sun, 01 Mar 2026 22:00:00 GMT`, `04MAR2026:22:00:00`
  `(?<day>\\d{1,2})\\.?[ /-]?${month}\\.?,?[ /-]?(?<year>\\d{4}|\\d{2})(?:(?:,| kl\\.?| at)?[ T:]+(?<time>\\d.*))?`,
  // `Mar 4, 2026 10:00:00 PM`
  `${month}\\.? (?<day>\\d{1,2})(?:st|nd|rd|th)?,? (?<year>\\d{4})(?:,? (?<time>\\d.*))?`,
  // `Sun Mar  1 22:00:00 CET 2026`
  `${month} {1,2}(?<day>\\d{1,2}) (?<time>\\d{1,2}:\\d{2}\\S*(?: (?:UTC|GMT)(?= ))?)(?: [a-z]{2,5})? (?<year>\\d{4})`,
  // `2026-Mar-04 22:00:00`
  `(?<year>\\d{4})[ /-]${month}[ /-](?<day>\\d{1,2})(?:[ T]+(?<time>\\d.*))?`,
].map((form) => new RegExp(`^${weekday}${form}$`, 'i'))
/** `20260301T220000Z`, `20260301_220000`. */
const compact = /^(\d{4})(\d{2})(\d{2})[T _-]?(\d{2})(\d{2})(\d{2})([.,]\d{1,12})?\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i

/**
 * A date whose month is named, or a date and a time without anything between their parts, as `2026-03-04 22:00:00`.
 * Null for anything else.
 */
export function usualForm(text: string): string | null {
  const [whole, year, number, day, hour, minute, second, fraction = '', zone = ''] = compact.exec(text) ?? []
  if (whole !== undefined) return `${year}-${number}-${day} ${hour}:${minute}:${second}${fraction}${zone}`
  for (const form of namedMonths) {
    const groups = form.exec(text)?.groups
    const found = groups && monthNumber(groups.month ?? '')
    if (!found) continue
    const date = `${(groups.year ?? '').padStart(4, '20')}-${found}-${groups.day}`
    return groups.time === undefined ? date : `${date} ${groups.time}`
  }
  return null
}

/** `1 day, 2:03:04`, `0d 22:13:20`, `0.22:13:20`. */
const withDays =
  /^(\d{1,5})(?:\.| ?(?:d|days?|dager?|døgn|dagar|tage?|dagen),? ?)(\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d{1,12}))?$/i
/** `PT1M2.5S`, `P1DT2H`. */
const isoDuration = /^P(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})(?:[.,](\d{1,12}))?S)?)?$/i

/** Elapsed time with days, or as ISO 8601 writes it. Null for anything else. */
export function readElapsed(text: string): { seconds: number; fraction: number } | null {
  const parts = withDays.exec(text) ?? (text.length > 2 ? isoDuration.exec(text) : null)
  if (!parts || parts.slice(1).every((part) => part === undefined)) return null
  const [days, hours, minutes, seconds] = parts.slice(1, 5).map((part) => Number(part ?? 0))
  return {
    seconds: (days ?? 0) * 86_400 + (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0),
    fraction: parts[5] ? Number(`0.${parts[5]}`) : 0,
  }
}
