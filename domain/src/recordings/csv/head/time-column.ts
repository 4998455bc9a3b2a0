import type { Layout, TimeUnit } from '../../recording.ts'
import type { Column } from './columns.ts'
import { timeUnitAtEnd, timeUnitOf } from './units.ts'

export type TimeColumn =
  | { readonly form: 'none' }
  | {
      readonly form: 'number'
      readonly column: number
      readonly unit: TimeUnit
      readonly isEpoch: boolean
      readonly isUnitSaid: boolean
    }
  | { readonly form: 'date-time' | 'time-of-day'; readonly column: number }
  | { readonly form: 'date-and-time'; readonly date: number; readonly time: number }

const timeName =
  /^(time|timestamps?|date ?time|unix|epoch|utc|t|s|ms|seconds?|secs?|sekunder|tid|tidspunkt|millis|milliseconds|elapsed)\b|timestamp/i
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
  return timeName.test(name.replaceAll(/[_.-]+/g, ' ').trim())
}

/** The unit in which all of these numbers are instants between 1980 and 2100. */
function epochUnit({ numbers }: Column): TimeUnit | null {
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
  return units.find(fits)?.[0] ?? null
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
