import { type DateOrder, readTimeText } from '../../bytes/time-text.ts'
import { median, stepsOf } from './spacing.ts'

/** The texts of the time cells, in the order of the file. */
export type DateTexts = {
  readonly head: readonly string[]
  /** From the middle and the end, if the file can be read there. */
  readonly middle: readonly string[]
  readonly tail: readonly string[]
  /** About how many lines of data there are from the first of the head to the last of the tail. */
  readonly lines: number
}

/**
 * `isSure`: something in the file decides it. If nothing does, a person must. `isMixed`: its dates have more than one order,
 * so that none reads them. `other`: the order that is as likely, if it is not the one with day and month exchanged.
 */
export type DateOrderFound = {
  readonly order: DateOrder
  readonly isSure: boolean
  readonly isMixed?: true
  readonly other?: DateOrder
}

const day = 86_400
const year = /^\d{4}/
const date = /^\d{1,4}([-/.])\d{1,2}[-/.]\d/

/** What a file says beside its times: an order of day and month, and days that are named beyond doubt, since 1970. */
export type Said = { readonly order: DateOrder | null; readonly days: readonly number[] }

/**
 * The order of day and month, by everything that can show it: days above 12, midnights, the length of the file, days that
 * it or its name says beyond doubt, and what the lines above the data declare. What is declared counts only where the
 * dates themselves are silent: programs are known to declare the order of the computer, and to write another.
 */
export function findDateOrder(texts: DateTexts, said: Said): DateOrderFound {
  const all = [...texts.head, ...texts.middle, ...texts.tail].filter((text) => date.test(text))
  if (areYearsFirst(all)) return { order: 'ymd', isSure: true }
  const separator = all[0]?.match(date)?.[1]
  const orders: readonly DateOrder[] = separator === '/' ? ['mdy', 'dmy', 'ymd'] : ['dmy', 'mdy', 'ymd']
  const share = (order: DateOrder) => all.filter((text) => readTimeText(text, order) !== null).length
  // A few dates may be damaged.
  const fitting = orders.filter((order) => share(order) * 20 >= all.length * 19)
  const [first = 'dmy', ...others] = fitting
  if (fitting.length === 0 && areMixed(all, orders)) return { order: first, isSure: true, isMixed: true }
  if (others.length === 0) return { order: first, isSure: fitting.length === 1 }
  const alone = readAlone(all, fitting)
  if (alone && alone.lines > 1) return { order: alone.order, isSure: true }
  const midnight = bySuccession(texts, fitting)
  const decided = midnight?.isSure ? midnight.order : (byLength(texts, fitting) ?? byDays(texts, fitting, said.days))
  if (decided) return { order: decided, isSure: true }
  // A single day above 12 may be damaged, and a pause may have lasted a month: neither is enough alone.
  const likely = alone?.order ?? midnight?.order
  const declared = said.order && fitting.includes(said.order) ? said.order : undefined
  if (likely) return likely === declared ? { order: likely, isSure: true } : asked(likely, fitting)
  if (declared) return { order: declared, isSure: true }
  const isSame = all.every((text) => secondsOf(text, first) === secondsOf(text, others[0] ?? first))
  // Nobody writes the month first with points.
  return isSame || separator === '.' ? { order: first, isSure: true } : asked(first, fitting)
}

/** Something a person must decide: mostly between day and month. */
function asked(order: DateOrder, fitting: readonly DateOrder[]): DateOrderFound {
  const others = fitting.filter((each) => each !== order)
  const [other] = order !== 'ymd' && others.some((each) => each !== 'ymd') ? [] : others
  return { order, isSure: false, ...(other && { other }) }
}

/** Whether two orders are needed to read these, each for some that no other reads. */
function areMixed(all: readonly string[], orders: readonly DateOrder[]): boolean {
  const readBy = all.map((text) => orders.filter((order) => secondsOf(text, order) !== null))
  const needed = orders.filter((order) => readBy.filter((by) => by.length === 1 && by[0] === order).length > 1)
  return needed.length > 1 && readBy.filter((by) => by.length > 0).length * 20 >= all.length * 19
}

/** The order that can read dates that no other can, and how many: days above 12. None if two orders can. */
function readAlone(all: readonly string[], orders: readonly DateOrder[]): { order: DateOrder; lines: number } | null {
  const counts = orders.map((order) => {
    const isAlone = (text: string) => orders.every((other) => (secondsOf(text, other) !== null) === (other === order))
    return { order, lines: all.filter(isAlone).length }
  })
  const [found, ...more] = counts.filter(({ lines }) => lines > 0)
  return found && more.length === 0 ? found : null
}

/** The order in which the first or the last day is one that is said beyond doubt. */
function byDays(
  { head, middle, tail }: DateTexts,
  orders: readonly DateOrder[],
  days: readonly number[],
): DateOrder | undefined {
  const all = [...head, ...middle, ...tail]
  const [found, ...more] = orders.filter((order) => {
    const times = timesOf(all, order)
    return [times[0], times.at(-1)].some((time) => time !== undefined && days.includes(Math.floor(time / day)))
  })
  return more.length === 0 ? found : undefined
}

/** Whether each of these begins with a year, such as `2026-11-28` or `20261128`. */
export function areYearsFirst(texts: readonly string[]): boolean {
  return texts.every((text) => year.test(text))
}

/** In seconds: what a recording may pause over a midnight without a doubt that it was that midnight. */
const shortPause = 3600

/**
 * At midnight the right order goes on, and a wrong one jumps by a month. `isSure`: it did so without a pause that may as
 * well have lasted a month.
 */
function bySuccession({ head, middle, tail }: DateTexts, orders: readonly DateOrder[]): DateOrderFound | undefined {
  // A date that only one order can read would be a jump in this order alone.
  const isShared = (text: string) => orders.every((order) => secondsOf(text, order) !== null)
  const parts = [head, middle, tail].map((part) => part.filter(isShared))
  const jumps = orders.map((order) => {
    const strides = parts.flatMap((part) => stridesOf(part, order)).map(Math.abs)
    return { order, strides, sum: strides.reduce((sum, stride) => sum + stride, 0) }
  })
  const found = jumps.find(({ order, sum }) => jumps.every((other) => other.order === order || other.sum > 3 * sum))
  if (!found) return undefined
  const most = Math.max(shortPause, 5 * median(found.strides))
  const others = jumps.filter(({ order }) => order !== found.order)
  const isSure = found.strides.some(
    (stride, place) => stride <= most && others.every(({ strides }) => (strides[place] ?? 0) > most),
  )
  return { order: found.order, isSure }
}

/** From one line to the next, in seconds. */
function stridesOf(texts: readonly string[], order: DateOrder): number[] {
  return stepsOf(timesOf(texts, order))
}

/** From its first line to its last a file takes about as long as its lines do. */
function byLength({ head, tail, lines }: DateTexts, orders: readonly DateOrder[]): DateOrder | undefined {
  const spans = orders.map((order) => {
    const strides = stridesOf(head, order)
    const usual = strides.reduce((sum, stride) => sum + stride, 0) / strides.length
    const [start = Number.NaN] = timesOf(head, order)
    const end = timesOf(tail, order).at(-1) ?? Number.NaN
    return { order, share: (end - start) / (lines * usual) }
  })
  const [fits, ...more] = spans.filter(({ share }) => share > 1 / 2 && share < 2)
  const isAlone = spans.every(({ order, share }) => order === fits?.order || !(share > 1 / 3 && share < 3))
  return more.length === 0 && isAlone ? fits?.order : undefined
}

function timesOf(texts: readonly string[], order: DateOrder): number[] {
  return texts.flatMap((text) => secondsOf(text, order) ?? [])
}

function secondsOf(text: string, order: DateOrder): number | null {
  const read = readTimeText(text, order)
  return read?.hasDate ? read.seconds + read.fraction : null
}
