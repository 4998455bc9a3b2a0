import { columnTypes } from '../../form-types/column-types.ts'
import { chunked } from '../chunks.ts'
import type { Cell, Column, Table } from '../columns/column.ts'
import { guard } from './guard.ts'

const needsQuotes = /[",\r\n]|^$|^\s|\s$/

/** A table in RFC 4180, with the column names first. A missing value is empty, an empty text is `""`. */
export function csvOf({ columns, rows }: Pick<Table, 'columns' | 'rows'>): AsyncGenerator<string> {
  return chunked(csvLines(columns, rows()))
}

/** A table of one column of texts, whole. */
export function csvOfTexts(name: string, texts: readonly string[]): string {
  return [name, ...texts].map((text) => csvLine([guard(text)])).join('')
}

/** Lines of cells as they are, whole. */
export function csvText(lines: readonly (readonly Cell[])[]): string {
  return lines.map(csvLine).join('')
}

/** The lines of a table, with the column names first. */
export async function* csvLines(columns: readonly Column[], rows: AsyncIterable<Cell[]>): AsyncGenerator<string> {
  yield csvLine(columns.map(({ name }) => guard(name)))
  const guarded = columns.map(({ type }) => columnTypes[type].isText)
  for await (const row of rows) {
    yield csvLine(row.map((cell, place) => (cell !== null && guarded[place] ? guard(cell) : cell)))
  }
}

function csvLine(cells: readonly Cell[]): string {
  return `${cells.map((cell) => (cell === null ? '' : needsQuotes.test(cell) ? quoted(cell) : cell)).join(',')}\r\n`
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
