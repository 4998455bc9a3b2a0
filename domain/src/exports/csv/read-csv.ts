import { type Problem, problem } from '../../shared/problems.ts'
import type { Cell } from '../columns/column.ts'

/** A row of a CSV file. `row` counts from 1, including the heading, as spreadsheets do. */
export type CsvRow = { row: number; cells: Cell[] }

/** More than the number of columns of any exported table. */
const mostCells = 5_000

/**
 * Parses CSV (RFC 4180), one row at a time: cells separated by commas and optionally quoted, `""` for a quote inside.
 * An empty cell without quotes is missing (null), `""` is an empty text. Lines may end in CRLF, LF or CR; a byte order
 * mark is skipped. Ends with a problem for quotes that do not match, or for a row with too many cells.
 */
export function readCsv(text: string): Generator<CsvRow, Problem | undefined> {
  const reader = new CsvReader(text.startsWith('\uFEFF') ? text.slice(1) : text)
  return reader.rows()
}

class CsvReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  *rows(): Generator<CsvRow, Problem | undefined> {
    for (let row = 1; this.#at < this.#text.length; row += 1) {
      const cells = this.#row()
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

  #plain(): Cell {
    const from = this.#at
    while (this.#at < this.#text.length && !',\r\n'.includes(this.#text[this.#at] ?? '')) this.#at += 1
    return this.#at === from ? null : this.#text.slice(from, this.#at)
  }

  #quoted(): string | undefined {
    let text = ''
    let from = this.#at + 1
    while (true) {
      const quote = this.#text.indexOf('"', from)
      if (quote < 0) return undefined
      text += this.#text.slice(from, quote)
      this.#at = quote + 1
      if (this.#text[this.#at] !== '"') return text
      text += '"'
      from = quote + 2
    }
  }
}
