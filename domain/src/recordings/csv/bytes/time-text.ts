import { readElapsed, usualForm } from './other-times.ts'

export type DateOrder = 'ymd' | 'dmy' | 'mdy'

/** Of times with two parts and without a date, such as `04:59`: the unit of the first. */
export type FirstUnit = 'h' | 'min'

export type ReadTime = {
  /**
   * Whole epoch seconds: of the local time as if it were UTC, or of the instant if a zone is given. Without a date,
   * seconds of the day.
   */
  seconds: number
  /** Of a second. */
  fraction: number
  hasDate: boolean
  hasTime: boolean
  hasZone: boolean
}

/** What most files have, in one expression. */
const plainTime = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,12}))?$/
const datePart = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})/
const compactDate = /^(\d{4})(\d{2})(\d{2})(?=T|$)/
/** Without anything between the parts: `20260301220000`, `20260301T220000`. */
const compactTime = /^(\d{4})(\d{2})(\d{2})T?(\d{2})(\d{2})(\d{2})(?:[.,](\d{1,12}))?$/i
const shortestCompact = 'yyyymmddHHMMSS'.length
const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const timePart = /^(\d{1,3}):(\d{2})(?::(\d{2})(?:[.,:](\d{1,12}))?|[.,](\d{1,12}))?/
const zonePart = /^(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$/i
/** The name of the zone after its offset, which is enough: `+0100 [Europe/London]`. */
const zoneName = /\s*\[[\w/+-]{1,40}\]$/
const halfDay = /^\s*([ap])\.?m\.?/i

/**
 * Parses a date, a time of day, or both. Returns undefined for anything else, such as 30 February. Seconds, fraction
 * and zone are optional. Two parts with a fraction are minutes and seconds.
 */
export function readTimeText(text: string, order: DateOrder, firstUnit: FirstUnit = 'h'): ReadTime | null {
  const trimmed = text.trim()
  return readUsual(trimmed, order, firstUnit) ?? readOther(trimmed, order)
}

const elapsed = { hasDate: false, hasTime: true, hasZone: false } as const

/** Months by their names, and elapsed days. */
function readOther(text: string, order: DateOrder): ReadTime | null {
  const usual = usualForm(text)
  if (usual) return readUsual(usual, order, 'h')
  const read = readElapsed(text)
  return read && { ...elapsed, ...read }
}

function readUsual(text: string, order: DateOrder, firstUnit: FirstUnit): ReadTime | null {
  let rest = text
  const plain = plainTime.exec(rest)
  if (plain) return readPlain(plain)
  if (rest.endsWith(']')) rest = rest.replace(zoneName, '')
  const parted = datePart.exec(rest)
  const compact = parted || rest.length < shortestCompact ? null : compactTime.exec(rest)
  if (compact) return readPlain(compact)
  const date = parted ?? compactDate.exec(rest)
  let days = 0
  if (date) {
    days = daysOf(date, order)
    if (Number.isNaN(days)) return null
    rest = rest.slice(date[0].length)
    if (rest === '') return { seconds: days * 86_400, fraction: 0, hasDate: true, hasTime: false, hasZone: false }
    const between = /^(T|[\s;,_]+)/i.exec(rest)
    if (!between) return null
    rest = rest.slice(between[0].length)
  }
  const time = timePart.exec(rest)
  if (!time) return null
  rest = rest.slice(time[0].length)
  if (time[5] !== undefined || (firstUnit === 'min' && time[3] === undefined && !date))
    return date || rest.trim() !== '' ? null : minutesOf(time)
  let hour = Number(time[1])
  const half = halfDay.exec(rest)
  if (half) {
    hour = (hour % 12) + (half[1]?.toLowerCase() === 'p' ? 12 : 0)
    rest = rest.slice(half[0].length)
  }
  const minute = Number(time[2])
  const second = Number(time[3] ?? 0)
  // 60 is a leap second, and 24:00 the end of a day. Without a date, the hours may be elapsed ones.
  const isEnd = hour === 24 && minute === 0 && second === 0 && !half
  if ((hour > 23 && date && !isEnd) || minute > 59 || second > 60) return null
  rest = rest.trim()
  if (rest !== '' && !zonePart.test(rest)) return null
  const fraction = time[4] ? Number(`0.${time[4]}`) : 0
  const seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offsetOf(rest)
  return { seconds, fraction, hasDate: date !== null, hasTime: true, hasZone: rest !== '' }
}

/** Elapsed minutes and seconds. */
function minutesOf([, minutes, seconds, , , fraction]: RegExpExecArray): ReadTime | null {
  const second = Number(seconds)
  if (second > 60) return null
  return { ...elapsed, seconds: Number(minutes) * 60 + second, fraction: fraction ? Number(`0.${fraction}`) : 0 }
}

function readPlain([, year, month, day, hours, minutes, whole, parts]: RegExpExecArray): ReadTime | null {
  const days = dayNumber(Number(year), Number(month), Number(day))
  const [hour, minute, second] = [Number(hours), Number(minutes), Number(whole)]
  const isEnd = hour === 24 && minute === 0 && second === 0
  if (Number.isNaN(days) || (hour > 23 && !isEnd) || minute > 59 || second > 60) return null
  const seconds = days * 86_400 + hour * 3600 + minute * 60 + second
  return { seconds, fraction: parts ? Number(`0.${parts}`) : 0, hasDate: true, hasTime: true, hasZone: false }
}

function daysOf(date: RegExpExecArray, order: DateOrder): number {
  const parts = [Number(date[1]), Number(date[2]), Number(date[3])]
  const isYearFirst = (date[1]?.length ?? 0) > 2
  const [a = 0, b = 0, c = 0] = parts
  const [year, month, day] = isYearFirst || order === 'ymd' ? [a, b, c] : order === 'dmy' ? [c, b, a] : [c, a, b]
  return dayNumber(year, month, day)
}

/** Days since 1970; NaN if there is no such day from 1900 to 2200. */
function dayNumber(year: number, month: number, day: number): number {
  const full = year < 100 ? year + 2000 : year
  const isReal = full >= 1900 && full <= 2200 && day >= 1 && day <= daysIn(full, month)
  return isReal ? Date.UTC(full, month - 1, day) / 86_400_000 : Number.NaN
}

/** Of a month; none of one that does not exist. */
function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return monthDays[month - 1] ?? 0
}

function offsetOf(zone: string): number {
  const digits = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone)
  if (!digits) return 0
  return (digits[1] === '-' ? -1 : 1) * (Number(digits[2]) * 3600 + Number(digits[3] ?? 0) * 60)
}
