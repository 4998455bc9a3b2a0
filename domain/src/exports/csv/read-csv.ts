import { type Problem, problem } from '../../shared/problems.ts'
import type { Cell } from '../columns/column.ts'

/** A row of a CSV file. `row` counts from 1, including the heading, as spreadsheets do. */
export type CsvRow = { row: number; cells: Cell[] }

/** More than the number of columns of any exported table. */
const mostCells = 5_000

/** UTF-16 code units in a cell: more than the longest value of a form, guarded, can have. */
export const mostCellUnits = 250_000

const comma = 0x2c
const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * Parses CSV (RFC 4180), one row at a time: cells separated by commas and optionally quoted, `""` for a quote inside.
 * An empty cell without quotes is missing (null), `""` is an empty text. Lines may end in CRLF, LF or CR; a byte order
 * mark is skipped. Ends with a problem for quotes that do not match, for a row with too many cells, or for a cell that
 * is too long, of which no more than `mostCellUnits` are read.
 */
export function readCsv(text: string): Generator<CsvRow, Problem | undefined> {
  return new CsvReader(withoutMark(text)).rows()
}

/** UTF-16 code units of a row that is read in pieces. */
export const mostRowUnits = 8_000_000

/**
 * Reads CSV that arrives in pieces, which may end anywhere: the same rows as `readCsv`, several at a time, and the same
 * problem at the end. Keeps no more than the rows of a piece, and ends with a problem at a row of more than `mostRowUnits`.
 */
export async function* readCsvPieces(pieces: AsyncIterable<string>): AsyncGenerator<CsvRow[], Problem | undefined> {
  let row = 1
  let isFirst = true
  let waiting = ''
  /** Below this, what waits is not read again: a long row is read a few times, not once for each piece. */
  let least = 0
  for await (const piece of pieces) {
    if (piece === '') continue
    waiting += isFirst ? withoutMark(piece) : piece
    isFirst = false
    if (waiting.length < least) continue
    const reader = new CsvReader(waiting, { row, isWhole: false })
    const { rows, why } = rowsOf(reader)
    if (rows.length > 0) yield rows
    if (why) return why
    row += rows.length
    waiting = reader.rest()
    if (waiting.length > mostRowUnits) return problem('import.row.units', { params: { row, most: mostRowUnits } })
    least = 2 * waiting.length
  }
  const { rows, why } = rowsOf(new CsvReader(waiting, { row, isWhole: true }))
  if (rows.length > 0) yield rows
  return why
}

function rowsOf(reader: CsvReader) {
  const rows: CsvRow[] = []
  const read = reader.rows()
  for (;;) {
    const next = read.next()
    if (next.done) return { rows, why: next.value }
    rows.push(next.value)
  }
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}

class CsvReader {
  readonly #text: string
  readonly #first: number
  /** Otherwise the last row may go on after the text. */
  readonly #isWhole: boolean
  #at = 0
  #isTooLong = false

  constructor(text: string, { row = 1, isWhole = true } = {}) {
    this.#text = text
    this.#first = row
    this.#isWhole = isWhole
  }

  /** What was not read. */
  rest(): string {
    return this.#text.slice(this.#at)
  }

  *rows(): Generator<CsvRow, Problem | undefined> {
    for (let row = this.#first; this.#at < this.#text.length; row += 1) {
      const from = this.#at
      const cells = this.#row()
      if (!this.#isWhole && this.#at >= this.#text.length) {
        this.#at = from
        return undefined
      }
      if (this.#isTooLong) return problem('import.cell', { params: { row, most: mostCellUnits } })
      if (!cells) return problem('import.quotes', { params: { row } })
      if (cells.length > mostCells) return problem('import.cells', { params: { row, most: mostCells } })
      yield { row, cells }
    }
    return undefined
  }

  #row(): Cell[] | undefined {
    const cells: Cell[] = []
    while (true) {
      const cell = this.#text[this.#at] === '"' ? this.#quoted() : this.#plain()
      if (cell === undefined) return undefined
      cells.push(cell)
      const end = this.#text[this.#at]
      this.#at += 1
      if (cells.length > mostCells) return cells
      if (end === ',') continue
      if (end === '\r' && this.#text[this.#at] === '\n') this.#at += 1
      if (end === undefined || end === '\r' || end === '\n') return cells
      return undefined // A closing quote is followed by something else.
    }
  }

  #plain(): Cell | undefined {
    const from = this.#at
    const most = Math.min(this.#text.length, from + mostCellUnits + 1)
    while (this.#at < most && !isEndOfCell(this.#text.charCodeAt(this.#at))) this.#at += 1
    if (this.#at - from > mostCellUnits) return this.#tooLong()
    return this.#at === from ? null : this.#text.slice(from, this.#at)
  }

  #quoted(): string | undefined {
    const first = this.#at + 1
    let text = ''
    let from = first
    for (;;) {
      // Two code units of the file may be one of the cell.
      const within = this.#text.slice(from, first + 2 * mostCellUnits + 1)
      const length = within.indexOf('"')
      if (length < 0) {
        if (within.length + from < this.#text.length) return this.#tooLong()
        this.#at = this.#text.length
        return undefined
      }
      text += within.slice(0, length)
      if (text.length > mostCellUnits) return this.#tooLong()
      this.#at = from + length + 1
      if (this.#text[this.#at] !== '"') return text
      text += '"'
      from = this.#at + 1
    }
  }

  #tooLong(): undefined {
    this.#isTooLong = true
  }
}

function isEndOfCell(unit: number): boolean {
  return unit === comma || unit === lineFeed || unit === carriageReturn
}
