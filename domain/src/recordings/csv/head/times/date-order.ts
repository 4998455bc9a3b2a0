import { type DateOrder, readTimeText } from '../../bytes/time-reader.ts'
import { stepsOf } from './spacing.ts'

/** The texts of the time cells, in the order of the file. */
export type DateTexts = {
  readonly head: readonly string[]
  /** From the middle and the end, if the file can be read there. */
  readonly middle: readonly string[]
  readonly tail: readonly string[]
  /** About how many lines of data there are from the first of the head to the last of the tail. */
  readonly lines: number
}

/** `isSure`: something in the file decides it. If nothing does, a person must. */
export type DateOrderFound = { readonly order: DateOrder; readonly isSure: boolean }

const year = /^\d{4}/
const date = /^\d{1,4}([-/.])\d{1,2}[-/.]\d/

/**
 * The order of day and month, by everything that can show it: days above 12, the jump at each midnight, the length of
 * the file, and what the lines above the data declare. `declared` counts only where the dates themselves are silent:
 * programs are known to declare the order of the computer, and to write another.
 */
export function findDateOrder(texts: DateTexts, declared: DateOrder | null): DateOrderFound {
  const all = [...texts.head, ...texts.middle, ...texts.tail].filter((text) => date.test(text))
  if (areYearsFirst(all)) return { order: 'ymd', isSure: true }
  const separator = all[0]?.match(date)?.[1]
  const orders: readonly DateOrder[] = separator === '/' ? ['mdy', 'dmy', 'ymd'] : ['dmy', 'mdy', 'ymd']
  const share = (order: DateOrder) => all.filter((text) => readTimeText(text, order) !== null).length
  // A few dates may be damaged.
  const fitting = orders.filter((order) => share(order) * 20 >= all.length * 19)
  const [first = 'dmy', ...others] = fitting
  if (others.length === 0) return { order: first, isSure: fitting.length === 1 }
  const decided = bySuccession(texts, fitting) ?? byLength(texts, fitting)
  if (decided) return { order: decided, isSure: true }
  if (declared && fitting.includes(declared)) return { order: declared, isSure: true }
  const isSame = all.every((text) => secondsOf(text, first) === secondsOf(text, others[0] ?? first))
  // Nobody writes the month first with points.
  return { order: first, isSure: isSame || separator === '.' }
}

/** Whether each of these begins with a year, such as `2026-11-28` or `20261128`. */
export function areYearsFirst(texts: readonly string[]): boolean {
  return texts.every((text) => year.test(text))
}

/** At midnight the right order goes on, and a wrong one jumps by a month. */
function bySuccession({ head, middle, tail }: DateTexts, orders: readonly DateOrder[]): DateOrder | undefined {
  // A date that only one order can read would be a jump in this order alone.
  const isShared = (text: string) => orders.every((order) => secondsOf(text, order) !== null)
  const parts = [head, middle, tail].map((part) => part.filter(isShared))
  const jumps = orders.map((order) => {
    const strides = parts.flatMap((part) => stridesOf(part, order))
    return { order, sum: strides.reduce((sum, stride) => sum + Math.abs(stride), 0) }
  })
  return jumps.find(({ order, sum }) => jumps.every((other) => other.order === order || other.sum > 3 * sum))?.order
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
