import type { Layout } from '../../../recording.ts'
import { withoutUnit } from '../../bytes/cell-unit.ts'
import { isGrouped, isMissing, parseNumber } from '../../bytes/number-reader.ts'
import { readTimeText } from '../../bytes/time-text.ts'

type Delimiter = NonNullable<Layout['delimiter']>
export type Dialect = { readonly delimiter: Delimiter; readonly decimal: '.' | ',' }

const delimiters: readonly Delimiter[] = [',', ';', '\t', '|', ' ']
const decimals: readonly Dialect['decimal'][] = ['.', ',']
const sepLine = /^"?sep=(.)"?\s*$/i

/** Number of lines examined; more do not improve the result. */
const examinedLines = 60
/** Cells examined per line. */
const examinedCells = 64

/** The notation of cells and numbers, from the last lines of the file's head, which contain data. */
export function detectDialect(lines: readonly string[], given: Layout): Dialect {
  const named = lines[0]?.match(sepLine)?.[1]
  const said = delimiters.filter((delimiter) => delimiter === (given.delimiter ?? named))
  const sample = lines.filter((line) => line.trim() !== '').slice(-examinedLines)
  const candidates = (said.length > 0 ? said : delimiters).flatMap((delimiter) =>
    (given.decimal ? [given.decimal] : decimals).map((decimal) => ({
      dialect: { delimiter, decimal },
      score: scoreOf(sample, { delimiter, decimal }),
    })),
  )
  return candidates.reduce((best, next) => (next.score > best.score + 1e-9 ? next : best)).dialect
}

export function isSepLine(line: string): boolean {
  return sepLine.test(line)
}

/**
 * The share of lines with the most common number of cells, times the share of cells that are data. More than one cell
 * scores higher.
 */
function scoreOf(lines: readonly string[], { delimiter, decimal }: Dialect): number {
  const widths = new Map<number, number>()
  let cells = 0
  let data = 0
  for (const line of lines) {
    const split = splitLine(line, delimiter)
    widths.set(split.length, (widths.get(split.length) ?? 0) + 1)
    for (const cell of split.slice(0, examinedCells)) {
      const kind = cellKind(cell, decimal)
      if (kind === 'missing') continue
      cells++
      // A decimal comma is likelier than separated thousands, if nothing else decides.
      if (kind !== 'text') data += isGrouped(cell, decimal) ? 0.99 : 1
    }
  }
  if (cells === 0) return 0
  const [width, count] = [...widths].reduce((most, next) => (next[1] > most[1] ? next : most), [1, 0])
  return (count / lines.length) * (data / cells) + (width > 1 ? 0.25 : 0)
}

export type CellKind = 'missing' | 'number' | 'date-time' | 'date' | 'time-of-day' | 'text'

const dateTime =
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(T|[\s;,_]+)\d{1,2}:\d{2}(:\d{2}([.,:]\d+)?)?\s*([ap]\.?m\.?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{0,2})?\s*(\[[\w/+-]{1,40}\])?$/i
const compact = /^\d{8}T\d{1,2}:\d{2}/
const date = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/
// Elapsed times go on after 23:59.
const timeOfDay = /^\d{1,3}:\d{2}(:\d{2}([.,:]\d+)?|[.,]\d+)?\s*([ap]\.?m\.?)?$/i

const hasDigit = /\d/

/** Months by their names, and elapsed days. */
function kindOfOtherTime(cell: string): CellKind {
  const read = readTimeText(cell, 'dmy')
  if (!read) return 'text'
  return !read.hasDate ? 'time-of-day' : read.hasTime ? 'date-time' : 'date'
}

/** Longer cells are text, whatever their content. */
const longest = 64

export function cellKind(cell: string, decimal: string): CellKind {
  return readCell(cell, decimal).kind
}

/** What a cell is, and its number if it is one, with the unit that stands beside it. */
export function readCell(cell: string, decimal: string): { kind: CellKind; number: number; unit: string | null } {
  const number = cell.length > longest ? Number.NaN : parseNumber(cell, decimal)
  if (!Number.isNaN(number)) return { kind: 'number', number, unit: null }
  const kind = kindOfOther(cell)
  const told = kind === 'text' && cell.length <= longest ? withoutUnit(cell) : null
  const beside = told ? parseNumber(told.number, decimal) : Number.NaN
  if (!told || Number.isNaN(beside)) return { kind, number, unit: null }
  return { kind: 'number', number: beside, unit: told.unit }
}

function kindOfOther(cell: string): CellKind {
  if (cell.length > longest) return 'text'
  if (isMissing(cell)) return 'missing'
  if (dateTime.test(cell) || compact.test(cell)) return 'date-time'
  if (date.test(cell)) return 'date'
  if (timeOfDay.test(cell)) return 'time-of-day'
  return hasDigit.test(cell) ? kindOfOtherTime(cell) : 'text'
}

/** Whether a line has content, mostly numbers and times. Beside others, a number with a unit says nothing: `Rate: 50 Hz`. */
export function isDataLike(cells: readonly string[], decimal: string): boolean {
  let said = 0
  let data = 0
  let withUnit = 0
  for (const cell of cells) {
    const { kind, unit } = readCell(cell, decimal)
    if (kind === 'missing') continue
    if (unit !== null) withUnit++
    else {
      said++
      if (kind !== 'text') data++
    }
  }
  return said > 0 ? data * 2 >= said : withUnit > 1
}

/** One cell of a line as `splitLine` returns it; empty if the line has none there. */
export function cellOf(line: string, delimiter: string, column: number): string {
  if (delimiter === ' ' || line.includes('"')) return splitLine(line, delimiter)[column] ?? ''
  let start = 0
  for (let cell = 0; cell < column; cell++) {
    start = line.indexOf(delimiter, start) + 1
    if (start === 0) return ''
  }
  const stop = line.indexOf(delimiter, start)
  return line.slice(start, stop < 0 ? line.length : stop).trim()
}

/** The cells of a line, trimmed and without quotes. Consecutive spaces are one delimiter. */
export function splitLine(line: string, delimiter: string): string[] {
  if (delimiter === ' ') return line.trim() === '' ? [] : line.trim().split(/ +/)
  if (!line.includes('"')) return line.split(delimiter).map((cell) => cell.trim())
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let i = 0; i < line.length; i++) {
    const character = line.charAt(i)
    if (character === '"') {
      if (isQuoted && line[i + 1] === '"') {
        cell += character
        i++
      } else if (isQuoted || cell.trim() === '') {
        isQuoted = !isQuoted
      } else cell += character
    } else if (character === delimiter && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += character
  }
  // A quote that is never closed is treated as an ordinary character.
  if (isQuoted) return line.split(delimiter).map((part) => part.trim())
  cells.push(cell.trim())
  return cells
}
