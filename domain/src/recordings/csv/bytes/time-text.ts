export type DateOrder = 'ymd' | 'dmy' | 'mdy'

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

const datePart = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})/
const compactDate = /^(\d{4})(\d{2})(\d{2})(?=T|$)/
const timePart = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,:](\d{1,12}))?)?/
const zonePart = /^(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$/i
const halfDay = /^\s*([ap])\.?m\.?/i

let lastDate = ''
let lastDays = 0
let lastOrder: DateOrder = 'ymd'

/**
 * Parses a date, a time of day, or both. Returns undefined for anything else, such as 30 February. Seconds, fraction
 * and zone are optional.
 */
export function readTimeText(text: string, order: DateOrder): ReadTime | null {
  let rest = text.trim()
  const date = datePart.exec(rest) ?? compactDate.exec(rest)
  let days = 0
  if (date) {
    days = date[0] === lastDate && order === lastOrder ? lastDays : daysOf(date, order)
    if (Number.isNaN(days)) return null
    lastDate = date[0]
    lastDays = days
    lastOrder = order
    rest = rest.slice(date[0].length)
    if (rest === '') return { seconds: days * 86_400, fraction: 0, hasDate: true, hasTime: false, hasZone: false }
    const between = /^(T|[\s;,_]+)/i.exec(rest)
    if (!between) return null
    rest = rest.slice(between[0].length)
  }
  const time = timePart.exec(rest)
  if (!time) return null
  rest = rest.slice(time[0].length)
  let hour = Number(time[1])
  const half = halfDay.exec(rest)
  if (half) {
    hour = (hour % 12) + (half[1]?.toLowerCase() === 'p' ? 12 : 0)
    rest = rest.slice(half[0].length)
  }
  const minute = Number(time[2])
  const second = Number(time[3] ?? 0)
  // 60 is a leap second; recorders do not write 24:00.
  if (hour > 23 || minute > 59 || second > 60) return null
  rest = rest.trim()
  if (rest !== '' && !zonePart.test(rest)) return null
  const fraction = time[4] ? Number(`0.${time[4]}`) : 0
  const seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offsetOf(rest)
  return { seconds, fraction, hasDate: date !== null, hasTime: true, hasZone: rest !== '' }
}

function daysOf(date: RegExpExecArray, order: DateOrder): number {
  const parts = [Number(date[1]), Number(date[2]), Number(date[3])]
  const isYearFirst = (date[1]?.length ?? 0) > 2
  const [a = 0, b = 0, c = 0] = parts
  const [year, month, day] = isYearFirst || order === 'ymd' ? [a, b, c] : order === 'dmy' ? [c, b, a] : [c, a, b]
  const full = year < 100 ? year + 2000 : year
  const at = Date.UTC(full, month - 1, day)
  const made = new Date(at)
  const isReal = full >= 1900 && full <= 2200 && made.getUTCMonth() === month - 1 && made.getUTCDate() === day
  return isReal ? at / 86_400_000 : Number.NaN
}

function offsetOf(zone: string): number {
  const digits = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone)
  if (!digits) return 0
  return (digits[1] === '-' ? -1 : 1) * (Number(digits[2]) * 3600 + Number(digits[3] ?? 0) * 60)
}
