import type { ColumnType } from '../../form-types/column-types.ts'
import { chunked } from '../chunks.ts'
import type { Cell, Table } from '../columns/column.ts'

/** Stands for a line break within a text: neither SPSS nor SAS reads one. */
export const lineBreakSign = '\u2424'

/** What ends a line in one of the programs. */
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g

/** A text as the programs hold it: in one line, without blanks at its end. */
export function plainText(text: string): string {
  return text.replace(lineBreak, lineBreakSign)
}

/** The cell of each type as text of the data file: numbers as doubles, days and seconds since 1970, seconds since midnight. */
const plain: Record<ColumnType, (cell: string) => string> = {
  text: quoted,
  choice: quoted,
  boolean: (cell) => (cell === 'true' ? '1' : '0'),
  number: (cell) => String(plainNumber(cell)),
  integer: (cell) => cell,
  date: (cell) => String(Date.parse(`${cell}T00:00:00Z`) / 86_400_000),
  time: (cell) => {
    const [hours = 0, minutes = 0, seconds = 0] = cell.split(':').map(Number)
    return String(hours * 3600 + minutes * 60 + seconds)
  },
  datetime: (cell) => String(Date.parse(cell) / 1000),
}

/** Doubles nearer to zero are not in every program. */
const leastNumber = 2.2250738585072014e-308

/** A number as the programs hold it: a double, 0 if it is nearer to zero than a normal one. */
export function plainNumber(cell: string): number {
  const number = Number(cell)
  return Math.abs(number) < leastNumber ? 0 : number
}

function quoted(cell: string): string {
  return `"${plainText(cell).replaceAll('"', '""')}"`
}

/**
 * The rows of a table for programs that read neither line breaks within a text nor times with an offset: separated by
 * commas, every text in quotes, the column ids first.
 */
export function plainData({ columns, rows }: Table): AsyncGenerator<string> {
  const types = columns.map(({ type }) => type)
  const lines = async function* () {
    yield `${columns.map(({ columnId }) => columnId).join(',')}\n`
    for await (const row of rows()) yield `${row.map((cell, place) => plainCell(cell, types[place])).join(',')}\n`
  }
  return chunked(lines())
}

function plainCell(cell: Cell, type: ColumnType | undefined): string {
  return cell === null || type === undefined ? '' : plain[type](cell)
}
