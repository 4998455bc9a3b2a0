import type { Layout } from '../../recording.ts'
import { otherMarkOf } from '../bytes/number-reader.ts'
import { type CellKind, readCell } from './lines/dialect.ts'
import { stepsOf } from './times/spacing.ts'

/** Findings about one column in the sampled lines. */
export type Column = {
  readonly index: number
  readonly name: string
  readonly unit: string | null
  readonly sensor: string | null
  /** The unit that stands in each of its cells, and is the column's then. */
  readonly cellUnit: string | null
  /** Sampled lines, and how many of them have content in this column. */
  readonly lines: number
  readonly filled: number
  /** The type of most cells with content. Missing if there are none. */
  readonly kind: CellKind
  /** Of the numeric cells, in order. */
  readonly numbers: readonly number[]
  readonly texts: readonly string[]
  readonly isIncreasing: boolean
}

/** Number of texts kept per column. */
const keptTexts = 200

export function sampleColumns(
  data: readonly (readonly string[])[],
  header: {
    width: number
    names: readonly (string | null)[]
    units: readonly (string | null)[]
    sensors: readonly (string | null)[]
  },
  decimal: string,
): Column[] {
  return Array.from({ length: header.width }, (_, index) => {
    const counts = new Map<CellKind, number>()
    const numbers: number[] = []
    const texts: string[] = []
    const marks = new Set<string>()
    const cellUnit = unitOfCells(data, index, decimal)
    let filled = 0
    for (const row of data) {
      const cell = row[index] ?? ''
      const { kind: seen, number, unit } = readCell(cell, decimal)
      if (seen === 'missing') continue
      const kind = unit === cellUnit ? seen : 'text'
      filled++
      if (kind === 'number' || kind === 'text') marks.add(otherMarkOf(cell, decimal) ?? '')
      counts.set(kind, (counts.get(kind) ?? 0) + 1)
      if (kind === 'number') numbers.push(number)
      else if (texts.length < keptTexts) texts.push(cell)
    }
    const [most] = [...counts].reduce((most, next) => (next[1] > most[1] ? next : most), ['missing' as CellKind, 0])
    // 1.100 beside 1.1: what looks like thousands is another decimal mark.
    const kind = marks.has('thousands') && marks.has('decimal') ? 'text' : most
    return {
      index,
      name: header.names[index] ?? '',
      unit: cellUnit ?? header.units[index] ?? null,
      cellUnit,
      sensor: header.sensors[index] ?? null,
      lines: data.length,
      filled,
      kind,
      numbers,
      texts,
      isIncreasing: isIncreasing(numbers),
    }
  })
}

/** The unit that all numbers of a column have beside them; null if they have none, different ones, or are few. */
function unitOfCells(data: readonly (readonly string[])[], index: number, decimal: string): string | null {
  const units = new Set<string>()
  let numbers = 0
  for (const row of data) {
    const { kind, unit } = readCell(row[index] ?? '', decimal)
    if (kind !== 'number') continue
    if (unit === null || (units.size > 0 && !units.has(unit))) return null
    units.add(unit)
    numbers++
  }
  const [unit = null] = units
  return numbers * 2 >= data.length ? unit : null
}

/** Never decreasing, except for a few cells: a bad line must not hide the time. */
export function isIncreasing(numbers: readonly number[]): boolean {
  const [first = 0] = numbers
  const rises = (numbers.at(-1) ?? first) > first
  const falls = stepsOf(numbers).filter((step) => step < 0).length
  return numbers.length === 1 || (rises && falls * 20 <= numbers.length)
}

export type Sorted = {
  readonly signals: readonly Column[]
  readonly texts: readonly number[]
  /** Of the texts, those that say in each line what state it is in, such as an interval of sleep. */
  readonly states: readonly number[]
  readonly empties: readonly number[]
  /** Columns of other times than those that are read. */
  readonly times: readonly number[]
}

/**
 * Divides columns into signals, texts and empty ones, by these lines and by lines from elsewhere in the file. A column
 * that is empty here and filled there is a signal. `hasTimes`: the lines have times from another column.
 */
export function sortColumns(
  columns: readonly Column[],
  elsewhere: readonly (readonly string[])[],
  hasTimes = false,
): Sorted {
  const isEmpty = ({ kind, index }: Column) => kind === 'missing' && !elsewhere.some((row) => row[index])
  const isWord = ({ kind }: Column) => kind !== 'missing' && kind !== 'number'
  const isTime = (column: Column) =>
    hasTimes && isWord(column) && column.kind !== 'text' && !isSparse(column.filled, column.lines)
  const isText = (column: Column) => isWord(column) && !isTime(column)
  return {
    signals: columns.filter((column) => !isEmpty(column) && !isWord(column)),
    texts: columns.filter(isText).map(({ index }) => index),
    states: columns.filter((column) => isText(column) && isState(column)).map(({ index }) => index),
    empties: columns.filter(isEmpty).map(({ index }) => index),
    times: columns.filter(isTime).map(({ index }) => index),
  }
}

/** Lines of which most say the same as the line before. */
function isState({ filled, lines, texts }: Column): boolean {
  const changes = texts.filter((text, index) => index > 0 && text !== texts[index - 1]).length
  return filled * 10 >= lines * 9 && texts.length > 1 && changes * 5 <= texts.length
}

/** Whether most rows leave the column empty, because its sensor is slower than the others. */
export function isSparse(filled: number, lines: number): boolean {
  return filled * 2 < lines
}

/**
 * `sub`: a second column that counts from 0 to `subs` - 1 within each frame. `modulus`: the numbers until it begins again,
 * if the examined lines show them.
 */
export type Counter = {
  readonly column: number
  readonly sub: number | null
  readonly subs: number
  readonly modulus: number | null
}

const counterName =
  /^(packet(counter|number|no)?|counter|samples?(number|num|no|nr|index|counter)?|frames?|index|idx|seq(uence)?(number|num|no|nr|counter|index|id)?|nr|no|n|#|count)$/i
const subName = /^subframe$/i

/** Rows that must increase by one before an unnamed first column counts as a counter. */
const surely = 10

/** The column that counts samples or packets. It is not a signal; jumps in it are lost samples. */
export function findCounter(columns: readonly Column[], timeColumns: readonly number[], given: Layout): Counter | null {
  if (given.counterColumn === null) return null
  if (given.counterColumn !== undefined) {
    const [column, sub] = typeof given.counterColumn === 'number' ? [given.counterColumn, null] : given.counterColumn
    return counterOf(column, columns[column], sub === null ? undefined : columns[sub])
  }
  const free = columns.filter(
    ({ index, kind, numbers }) => kind === 'number' && !timeColumns.includes(index) && numbers.every(isCount),
  )
  const sub = free.find(({ name }) => subName.test(joined(name)))
  const frame = free.find(({ name, isIncreasing }) => isIncreasing && counterName.test(joined(name)))
  if (frame && sub) return counterOf(frame.index, frame, sub)
  if (frame && countsByOne(frame)) return counterOf(frame.index, frame)
  const [first] = free.filter((column) => column.index === 0 && column.numbers.length >= surely && countsByOne(column))
  return first ? counterOf(first.index, first) : null
}

function counterOf(column: number, counted?: Column, sub?: Column): Counter {
  if (!sub) return { column, sub: null, subs: 1, modulus: modulusOf(counted?.numbers ?? []) }
  const subs = sub.numbers.reduce((most, number) => Math.max(most, number), 0) + 1
  return { column, sub: sub.index, subs, modulus: null }
}

/** Of a counter that begins again twice or more, mostly after its largest number with its smallest. */
function modulusOf(numbers: readonly number[]): number | null {
  const least = numbers.reduce((low, number) => Math.min(low, number), Number.POSITIVE_INFINITY)
  const most = numbers.reduce((high, number) => Math.max(high, number), 0)
  const falls = numbers.flatMap((number, index) => (number < (numbers[index - 1] ?? 0) ? [index] : []))
  const whole = falls.filter((index) => numbers[index] === least && numbers[index - 1] === most)
  return whole.length > 1 && whole.length * 2 > falls.length ? most - least + 1 : null
}

function countsByOne({ numbers }: Column): boolean {
  const steps = stepsOf(numbers)
  const ones = steps.filter((step) => step === 1).length
  return ones > 0 && ones * 10 >= steps.length * 8
}

function isCount(number: number): boolean {
  return Number.isInteger(number) && number >= 0
}

/** A name without what separates its words. */
export function joined(name: string): string {
  return name.replaceAll(/[\s_.-]+/g, '')
}
