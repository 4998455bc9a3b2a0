import type { Epoch, Layout } from '../recording.ts'
import { secondsPer } from '../time-units.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import type { DateOrder } from './bytes/time-text.ts'
import type { Column } from './head/columns.ts'
import type { Preamble } from './head/preamble.ts'
import type { Sample } from './head/sample.ts'
import { type TimeColumn, timeText, timeTextIn } from './head/time-column.ts'
import { areYearsFirst, findDateOrder } from './head/times/date-order.ts'
import { decidedByDays, findInstants, usualEpoch } from './head/times/epochs.ts'
import { findFirstUnit } from './head/times/first-unit.ts'

/** What the lines of a file are, and what it says beside them. */
type Known = {
  readonly sample: Sample
  readonly rows: number
  readonly delimiter: string
  /** The cells of the lines that were examined: of the first, the middle and the last. */
  readonly examined: readonly (readonly string[])[]
  readonly columns: readonly Column[]
  readonly preamble: Preamble
  /** The days that the file or its name says beyond doubt. */
  readonly days: readonly number[]
  readonly given: Layout
}

/** How the texts of a time column are read. What is not sure, a person must decide. */
export type TimesDecided = {
  readonly time: TimeColumn
  readonly order: DateOrder
  readonly isOrderSure: boolean
  /** The order that is as likely, if it is not the one with day and month exchanged. */
  readonly otherOrder: DateOrder | null
  readonly isUnitSure: boolean
  /** From when numbers may count, too; null if it is sure. */
  readonly otherEpoch: Epoch | null
}

/** Throws an `UnreadableRecording` if some dates have the day first, and others the month. */
export function decideTimes(time: TimeColumn, known: Known): TimesDecided {
  const { preamble, given } = known
  const order = given.dateOrder ?? preamble.dateOrder ?? 'dmy'
  const sure = { time, order, isOrderSure: true, otherOrder: null, isUnitSure: true, otherEpoch: null }
  if (time.form === 'none') return sure
  if (time.form === 'number') return { ...sure, ...epochOf(time, known) }
  if (time.form === 'time-of-day') return { ...sure, order: given.dateOrder ?? 'ymd', ...firstUnitOf(time, known) }
  if (given.dateOrder) return sure
  // Years that come first everywhere need no other evidence.
  if (areYearsFirst(known.examined.map((cells) => timeText(cells, time)))) return { ...sure, order: 'ymd' }
  const { lines, ...texts } = textsOf(time, known)
  const found = findDateOrder({ ...texts, lines }, { order: preamble.dateOrder, days: known.days })
  if (found.isMixed) throw new UnreadableRecording('mixed-dates')
  return { ...sure, order: found.order, isOrderSure: found.isSure, otherOrder: found.other ?? null }
}

type Numbers = Extract<TimeColumn, { form: 'number' }>

/** The same column with its epoch decided by the days that are said. */
function epochOf(time: Numbers, { columns, days, given }: Known): { time: TimeColumn; otherEpoch: Epoch | null } {
  const { numbers = [] } = columns[time.column] ?? {}
  const found = time.isEpoch && given.epoch === undefined ? findInstants(numbers, true) : null
  if (found?.unit !== time.unit) return { time, otherEpoch: null }
  const { epoch, other } = decidedByDays(found, numbers, secondsPer[time.unit], days)
  const { epoch: _, ...usual } = time
  return { time: epoch === usualEpoch(time.unit) ? usual : { ...usual, epoch }, otherEpoch: other }
}

type TimeOfDay = Extract<TimeColumn, { form: 'time-of-day' }>

/** The same column with the unit of the first of two parts, as set or as found. */
function firstUnitOf(time: TimeOfDay, known: Known): { time: TimeColumn; isUnitSure: boolean } {
  const { columns, preamble, given } = known
  const as = (unit: 'h' | 'min') => ({ ...time, ...(unit === 'min' && { unit }) })
  if (given.timeUnit === 'h' || given.timeUnit === 'min') return { time: as(given.timeUnit), isUnitSure: true }
  const { head, middle, tail } = textsOf(time, known)
  const { name = '', unit = null } = columns[time.column] ?? {}
  const found = findFirstUnit([head, middle, tail], {
    name: `${name} ${unit ?? ''}`,
    rate: given.rate ?? preamble.rate,
    start: preamble.start,
  })
  return { time: as(found.unit), isUnitSure: found.isSure }
}

function textsOf(time: Exclude<TimeColumn, { form: 'none' | 'number' }>, { sample, rows, delimiter }: Known) {
  const texts = (part: readonly string[]) => part.map((line) => timeTextIn(line, delimiter, time))
  const { lines, middle, tail, totalLines } = sample
  return { head: texts(lines.slice(rows)), middle: texts(middle), tail: texts(tail), lines: totalLines - rows }
}
