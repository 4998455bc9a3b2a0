const ymd = /^(\d{4})-(\d{1,2})-(\d{1,2})$/
const dmy = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})$/
const dm = /^(\d{1,2})\.\s?(\d{1,2})\.?$/
const clock = /^(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?$/
const digits = /^(\d{1,2})(\d{2})(\d{2})?$/
/** Separators between a date and a time: spaces, a comma, T, `kl` or `at`. */
const parting = /^(.*?\d\.?)(?:\s*,\s*|\s*[Tt]\s*|\s+)(?:(?:kl\.?|at)\s*)?([\d:.]+)$/

/**
 * Converts a time in a common notation to the format of `parseActivityTime`: `0630`, `10:05`, `21.11.2026 10.00`,
 * `2026-11-21T10:00`, `21.11. kl. 10.00`. A time without a date is on `day` (`2026-11-21`), and a date without a year
 * is in its year. Text that is not recognised, or already in that format, is returned unchanged for the parser to
 * validate.
 */
export function understoodTime(text: string, day: string | undefined): string {
  const trimmed = text.trim()
  const alone = understoodClock(trimmed)
  if (alone !== undefined) return day === undefined ? text : `${day} ${alone}`
  const [, datePart, timePart] = parting.exec(trimmed) ?? []
  if (datePart === undefined || timePart === undefined) return text
  const date = readDate(datePart.trim(), day)
  const time = readClock(timePart)
  return date === undefined || time === undefined ? text : `${date} ${time}`
}

/** Converts a time of day in a common notation (`0630`, `6.30`, `kl. 06.30`) to `06:30`. Undefined if it is none. */
export function understoodClock(text: string): string | undefined {
  return readClock(text.trim().replace(/^(?:kl\.?|at)\s*/i, ''))
}

function readClock(text: string): string | undefined {
  const [, hour, minute, second] = clock.exec(text) ?? (text.length >= 3 ? digits.exec(text) : null) ?? []
  if (hour === undefined || minute === undefined) return undefined
  return [pad(hour), minute, ...(second === undefined ? [] : [second])].join(':')
}

function readDate(text: string, day: string | undefined): string | undefined {
  const [, year, month, date] = ymd.exec(text) ?? []
  if (year && month && date) return `${year}-${pad(month)}-${pad(date)}`
  const [, first, second, full] = dmy.exec(text) ?? []
  if (first && second && full) return `${full.padStart(4, '20')}-${pad(second)}-${pad(first)}`
  const [, dayOfMonth, ofMonth] = dm.exec(text) ?? []
  if (!dayOfMonth || !ofMonth || day === undefined) return undefined
  return `${day.slice(0, 4)}-${pad(ofMonth)}-${pad(dayOfMonth)}`
}

function pad(number: string): string {
  return number.padStart(2, '0')
}
