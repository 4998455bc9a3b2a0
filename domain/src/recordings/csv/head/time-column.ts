import type { Epoch, Layout, TimeUnit } from '../../recording.ts'
import { secondsPer, timeUnitOf } from '../../time-units.ts'
import { parseNumber } from '../bytes/number-reader.ts'
import { type DateOrder, type FirstUnit, readTimeText } from '../bytes/time-text.ts'
import type { Column } from './columns.ts'
import { shortUnitOf, timeUnitAtEnd } from './header.ts'
import { cellOf } from './lines/dialect.ts'
import { findInstants, type Instants, usualEpoch } from './times/epochs.ts'
import { median, stepsOf } from './times/spacing.ts'

export type TimeColumn =
  | { readonly form: 'none' }
  | {
      readonly form: 'number'
      readonly column: number
      readonly unit: TimeUnit
      /** The numbers are instants; those in days, and those of .NET, are of a local clock. */
      readonly isEpoch: boolean
      /** From when these count, if it is not the usual epoch of the unit. */
      readonly epoch?: Epoch
      readonly isUnitSaid: boolean
    }
  | { readonly form: 'date-time'; readonly column: number }
  /** `unit`: of the first of two parts, if they are minutes and seconds. */
  | { readonly form: 'time-of-day'; readonly column: number; readonly unit?: 'min' }
  | { readonly form: 'date-and-time'; readonly date: number; readonly time: number }

const timeName =
  /^(time|timestamps?|date ?time|unix|epoch|utc|t|s|ms|seconds?|secs?|sekunder|tid|tidspunkt|millis|milliseconds|elapsed)\b|timestamp/i
/** In languages whose word for time may be another one here: `temps` are temperatures, too. */
const otherTimeName = /^(zeit\w*|uhrzeit|tijd\w*|temps|heure|horodatage|tiempo|hora|tempo)\b/i
const none: TimeColumn = { form: 'none' }

/** The time column and its format: as set, else by the contents of the cells, then by the names. */
export function findTimeColumn(columns: readonly Column[], given: Layout): TimeColumn {
  if (given.timeColumn === null) return none
  if (given.timeColumn === undefined) return recognise(columns, given)
  if (typeof given.timeColumn !== 'number')
    return { form: 'date-and-time', date: given.timeColumn[0], time: given.timeColumn[1] }
  const column = columns[given.timeColumn]
  return column ? (formOf(column, given) ?? none) : none
}

function recognise(columns: readonly Column[], given: Layout): TimeColumn {
  const dateTime = columns.find((column) => column.kind === 'date-time' || hasCompactDates(column))
  if (dateTime) return { form: 'date-time', column: dateTime.index }
  const date = columns.find(({ kind }) => kind === 'date')
  const time = columns.find(({ kind }) => kind === 'time-of-day')
  if (date && time) return { form: 'date-and-time', date: date.index, time: time.index }
  const numeric = columns.filter(({ kind, isIncreasing }) => kind === 'number' && isIncreasing)
  const chosen =
    numeric.find((column) => isTimeName(column.name)) ??
    numeric.find((column) => otherTimeName.test(wordsOf(column.name))) ??
    numeric.find((column) => column.unit !== null && shortUnitOf(column.unit) !== null) ??
    numeric.find((column) => column.index < 4 && instantsOf(column) !== null) ??
    (time === undefined
      ? numeric.find((column) => column.index === 0 && column.name === '' && isEvenFractions(column))
      : undefined)
  if (chosen) return formOf(chosen, given) ?? none
  return time ? { form: 'time-of-day', column: time.index } : none
}

function formOf(column: Column, given: Layout): TimeColumn | null {
  const { index, kind } = column
  if (given.timeUnit === undefined && hasCompactDates(column)) return { form: 'date-time', column: index }
  if (kind === 'date-time') return { form: kind, column: index }
  if (kind === 'time-of-day') return { form: kind, column: index }
  if (kind === 'date') return { form: 'date-time', column: index }
  if (kind !== 'number') return null
  const named = (column.unit ? timeUnitOf(column.unit) : null) ?? timeUnitAtEnd(column.name)
  const found = instantsOf(column)
  // In a finer unit they would be none: how long a device has been on, for example.
  const instants = found && named && secondsPer[named] < secondsPer[found.unit] ? null : found
  const said = given.timeUnit ?? named
  const unit = given.timeUnit ?? instants?.unit ?? said ?? (given.epoch === undefined ? unitBySize(column) : 's')
  const isEpoch = given.epoch !== undefined || unit === instants?.unit
  const epoch = given.epoch ?? instants?.epoch
  const isUnusual = isEpoch && epoch !== undefined && epoch !== usualEpoch(unit)
  const isUnitSaid = said !== null || isEpoch
  return { form: 'number', column: index, unit, isEpoch, ...(isUnusual && { epoch }), isUnitSaid }
}

/** Dates and times written as one number: `20260301220000`. */
function hasCompactDates({ kind, isIncreasing, numbers }: Column): boolean {
  const isDate = (number: number) => number > 1e13 && readTimeText(String(Math.floor(number)), 'ymd') !== null
  return kind === 'number' && isIncreasing && numbers.length > 0 && numbers.every(isDate)
}

function isTimeName(name: string): boolean {
  return timeName.test(wordsOf(name))
}

function wordsOf(name: string): string {
  return name.replaceAll(/[_.-]+/g, ' ').trim()
}

const dateName = /^(date|dato|datum|dag)\b|date_?num/i

/** The unit and the epoch in which these numbers are instants. */
function instantsOf({ name, numbers }: Column): Instants | null {
  return findInstants(numbers, isTimeName(name) || otherTimeName.test(wordsOf(name)) || dateName.test(name))
}

/** An unknown unit: whole numbers that increase by more than one are milliseconds, by more than a thousand microseconds. */
function unitBySize({ numbers }: Column): TimeUnit {
  const step = median(stepsOf(numbers))
  if (!numbers.every(Number.isInteger) || step <= 1) return 's'
  return step > 5000 || (step > 1000 && step % 1000 !== 0) ? 'us' : 'ms'
}

/** An unnamed first column that increases evenly by less than one. */
function isEvenFractions({ numbers }: Column): boolean {
  if (numbers.length < 5) return false
  const steps = stepsOf(numbers)
  const step = median(steps)
  return step > 0 && step < 1 && steps.filter((each) => Math.abs(each - step) > step / 4).length * 20 <= steps.length
}

export type SampleTime = {
  readonly value: number
  readonly fraction: number
  readonly hasDate: boolean
  readonly hasZone: boolean
}

/** The time in the time cells of one line; numbers keep their unit. Undefined if they contain no time. */
export function sampleTime(
  cells: readonly string[],
  time: TimeColumn,
  order: DateOrder,
  decimal: string,
): SampleTime | null {
  if (time.form === 'none') return null
  if (time.form === 'number') {
    const value = parseNumber(cells[time.column] ?? '', decimal)
    if (Number.isNaN(value)) return null
    return { value, fraction: 0, hasDate: time.isEpoch, hasZone: time.isEpoch && time.unit !== 'd' && time.epoch !== 1 }
  }
  const read = readTimeText(timeText(cells, time), order, firstUnitOf(time))
  if (!read) return null
  return { value: read.seconds, fraction: read.fraction, hasDate: read.hasDate, hasZone: read.hasZone }
}

/** Of times with two parts, the unit of the first. */
export function firstUnitOf(time: TimeColumn): FirstUnit {
  return time.form === 'time-of-day' ? (time.unit ?? 'h') : 'h'
}

type TextTime = Exclude<TimeColumn, { form: 'none' | 'number' }>

/** The text of the time cells of a line. */
export function timeText(cells: readonly string[], time: TextTime): string {
  return textOf(time, (column) => cells[column] ?? '')
}

/** The same of a line that is not divided into cells. */
export function timeTextIn(line: string, delimiter: string, time: TextTime): string {
  return textOf(time, (column) => cellOf(line, delimiter, column))
}

function textOf(time: TextTime, cell: (column: number) => string): string {
  return time.form === 'date-and-time' ? `${cell(time.date)} ${cell(time.time)}` : cell(time.column)
}

/** The indices of the time's columns. */
export function timeColumnsOf(time: TimeColumn): number[] {
  if (time.form === 'none') return []
  return time.form === 'date-and-time' ? [time.date, time.time] : [time.column]
}
