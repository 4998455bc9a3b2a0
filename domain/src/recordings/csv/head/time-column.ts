import { isBelievableRate } from '../../limits.ts'
import type { Layout, TimeUnit } from '../../recording.ts'
import { parseNumber } from '../bytes/number-reader.ts'
import { type DateOrder, readTimeText } from '../bytes/time-reader.ts'
import type { Column } from './columns.ts'
import { timeUnitAtEnd, timeUnitOf } from './header.ts'

export type TimeColumn =
  | { readonly form: 'none' }
  | {
      readonly form: 'number'
      readonly column: number
      readonly unit: TimeUnit
      /** The numbers are instants; those in days are of a local clock. */
      readonly isEpoch: boolean
      readonly isUnitSaid: boolean
    }
  | { readonly form: 'date-time' | 'time-of-day'; readonly column: number }
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
  const dateTime = columns.find(({ kind }) => kind === 'date-time')
  if (dateTime) return { form: 'date-time', column: dateTime.index }
  const date = columns.find(({ kind }) => kind === 'date')
  const time = columns.find(({ kind }) => kind === 'time-of-day')
  if (date && time) return { form: 'date-and-time', date: date.index, time: time.index }
  const numeric = columns.filter(({ kind, isIncreasing }) => kind === 'number' && isIncreasing)
  const chosen =
    numeric.find((column) => isTimeName(column.name)) ??
    numeric.find((column) => otherTimeName.test(wordsOf(column.name))) ??
    numeric.find((column) => column.unit !== null && timeUnitOf(column.unit) !== null) ??
    numeric.find((column) => column.index < 4 && epochUnit(column) !== null) ??
    (time === undefined
      ? numeric.find((column) => column.index === 0 && column.name === '' && isEvenFractions(column))
      : undefined)
  if (chosen) return formOf(chosen, given) ?? none
  return time ? { form: 'time-of-day', column: time.index } : none
}

function formOf(column: Column, given: Layout): TimeColumn | null {
  const { index, kind } = column
  if (kind === 'date-time' || kind === 'time-of-day') return { form: kind, column: index }
  if (kind === 'date') return { form: 'date-time', column: index }
  if (kind !== 'number') return null
  const epoch = epochUnit(column)
  const said = given.timeUnit ?? (column.unit ? timeUnitOf(column.unit) : null) ?? timeUnitAtEnd(column.name)
  const isEpoch = epoch !== null && (said === null || said === epoch || given.timeUnit === undefined)
  const unit = given.timeUnit ?? (isEpoch ? epoch : (said ?? unitBySize(column)))
  return {
    form: 'number',
    column: index,
    unit,
    isEpoch: isEpoch && unit === epoch,
    isUnitSaid: said !== null || isEpoch,
  }
}

function isTimeName(name: string): boolean {
  return timeName.test(wordsOf(name))
}

function wordsOf(name: string): string {
  return name.replaceAll(/[_.-]+/g, ' ').trim()
}

const dateName = /^(date|dato|datum|dag)\b/i

/** The unit in which all of these numbers are instants between 1980 and 2100. Days only by their name. */
function epochUnit({ name, numbers }: Column): TimeUnit | null {
  const first = numbers[0] ?? 0
  const last = numbers.at(-1) ?? 0
  const units: readonly (readonly [TimeUnit, number])[] = [
    ['s', 1],
    ['ms', 1e3],
    ['us', 1e6],
    ['ns', 1e9],
  ]
  const fits = ([, per]: readonly [TimeUnit, number]) =>
    first / per > 3.15e8 && last / per < 4.2e9 && last / per > 3.15e8
  const found = units.find(fits)?.[0]
  if (found) return found
  const isDays = first > 29_221 && last < 73_050 && last - first < 400 && !numbers.every(Number.isInteger)
  return isDays && (isTimeName(name) || otherTimeName.test(wordsOf(name)) || dateName.test(name)) ? 'd' : null
}

/** An unknown unit: whole numbers that increase by more than one are milliseconds, by more than a thousand microseconds. */
function unitBySize({ numbers }: Column): TimeUnit {
  const steps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0))
  const step = median(steps)
  if (!numbers.every(Number.isInteger) || step <= 1) return 's'
  return step > 1000 && step % 1000 !== 0 ? 'us' : step > 5000 ? 'us' : 'ms'
}

/** An unnamed first column that increases evenly by less than one. */
function isEvenFractions({ numbers }: Column): boolean {
  if (numbers.length < 5) return false
  const steps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0))
  const step = median(steps)
  return step > 0 && step < 1 && steps.filter((each) => Math.abs(each - step) > step / 4).length * 20 <= steps.length
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

export type Spacing = {
  /** In Hz. Null if the times are irregular. */
  readonly rate: number | null
  /** Between samples, in seconds. */
  readonly median: number
  /** Two samples further apart than this have a gap between them, in seconds. */
  readonly gap: number
  /** If several samples have the same time: seconds from one such time to the next, over which they are spread. */
  readonly tick: number | null
}

/** Irregular times have a gap after this many seconds without a sample, or this many times the usual interval. */
const irregularGap = 1
const irregularTimes = 5

/** The spacing of the sampled times of a column, in seconds. Works for times rounded to milliseconds. */
export function spacingOf(times: readonly number[]): Spacing | null {
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
  const forward = steps.filter((step) => step > 0)
  if (forward.length === 0) return null
  const ticking = tickingSpacing(times, median(forward))
  if (ticking) return ticking
  const usual = median(forward)
  const quantum = quantumOf(times)
  // Times in single precision vary by a whole quantum, which grows with them.
  const isBinary = quantum > 0 && Math.log2(quantum) % 1 === 0 && quantum < 1
  const near = (step: number) => Math.abs(step - usual) <= usual * 0.1 + Math.min(quantum, isBinary ? usual : usual / 2)
  const even = forward.filter(near)
  const irregular: Spacing = {
    rate: null,
    median: usual,
    gap: Math.max(irregularGap, irregularTimes * usual),
    tick: null,
  }
  if (even.length < 2 || even.length * 10 < steps.length * 8)
    return forward.length === 1 ? { ...irregular, gap: usual * 5 } : irregular
  const span = even.reduce((sum, step) => sum + step, 0)
  const rate = rounded(even.length / span, (quantum * 2) / span + 1e-9)
  if (!isBelievableRate(rate)) return irregular
  const jitter = even.reduce((most, step) => Math.max(most, Math.abs(step - 1 / rate)), 0)
  return { rate, median: usual, gap: 1.5 / rate + Math.min(jitter, 0.5 / rate), tick: null }
}

/** Times written only to the second with 50 samples each, for example. Undefined if they are not. */
function tickingSpacing(times: readonly number[], tick: number): Spacing | null {
  const runs: number[] = []
  let length = 0
  for (const [index, time] of times.entries()) {
    length++
    if (times[index + 1] === time) continue
    runs.push(length)
    length = 0
  }
  // The first and the last group may be incomplete.
  const whole = runs.slice(1, -1)
  const usual = median(whole)
  const even = whole.filter((run) => Math.abs(run - usual) <= Math.max(1, usual * 0.2))
  const ticks = times.filter(
    (time, index) => index > 0 && Math.abs(time - (times[index - 1] ?? 0) - tick) < tick * 1e-3,
  ).length
  if (whole.length < 2 || usual < 3 || even.length * 10 < whole.length * 8 || ticks * 10 < (runs.length - 1) * 9)
    return null
  const samples = even.reduce((sum, run) => sum + run, 0)
  const rate = rounded(samples / (even.length * tick), 1 / samples)
  return isBelievableRate(rate) ? { rate, median: 1 / rate, gap: 1.5 * tick, tick } : null
}

/** Those of decimals, and those of single precision after some minutes to days. */
const quanta = [1, 0.1, 2 ** -5, 2 ** -6, 0.01, 2 ** -7, 2 ** -8, 2 ** -9, 1e-3, 2 ** -10, 2 ** -11, 1e-4, 1e-5, 1e-6]

/** To what the times are rounded, in seconds; 0 if finer than a microsecond. */
function quantumOf(times: readonly number[]): number {
  const first = times[0] ?? 0
  for (const quantum of quanta)
    if (times.every((time) => Math.abs((time - first) / quantum - Math.round((time - first) / quantum)) < 0.01))
      return quantum
  return 0
}

/** The roundest rate within the relative tolerance: 102.4 rather than 102.3987. */
function rounded(rate: number, tolerance: number): number {
  for (const digits of [1, 10, 100, 1000]) {
    const round = Math.round(rate * digits) / digits
    if (round > 0 && Math.abs(round - rate) <= rate * tolerance) return round
  }
  return rate
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
    return { value, fraction: 0, hasDate: time.isEpoch, hasZone: time.isEpoch && time.unit !== 'd' }
  }
  const read = readTimeText(timeText(cells, time), order)
  if (!read) return null
  return { value: read.seconds, fraction: read.fraction, hasDate: read.hasDate, hasZone: read.hasZone }
}

/** The text of the time cells of a line. */
export function timeText(cells: readonly string[], time: Exclude<TimeColumn, { form: 'none' | 'number' }>): string {
  return time.form === 'date-and-time'
    ? `${cells[time.date] ?? ''} ${cells[time.time] ?? ''}`
    : (cells[time.column] ?? '')
}
