import type { ColumnType } from '../../form-types/column-types.ts'
import { chunked } from '../chunks.ts'
import type { Cell, Table } from '../columns/column.ts'
import { jsonNumber } from '../number-text.ts'

/** The maximum digits of a number in a spreadsheet. Longer numbers are stored as text. */
const exactDigits = 15
const secondsPerDay = 86_400
/** Day 0. Before 1 March 1900, spreadsheets disagree. */
const epoch = Date.UTC(1899, 11, 30)
const firstDay = '1900-03-01'
/** Indices into the list of formats of `styles.xml`. */
export const styles = { plain: 0, heading: 1, date: 2, time: 3 } as const

// Characters that XML can't contain or would change, and text that looks like an escape sequence.
const escaped = /[^\t\n\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]|_(?=x[0-9A-Fa-f]{4}_)/gu

/** A worksheet: the headings, frozen in view, then the rows. */
export function sheetXml({ columns, rows }: Pick<Table, 'columns' | 'rows'>): AsyncGenerator<string> {
  return chunked(pieces(columns, rows()))
}

async function* pieces(columns: Table['columns'], rows: AsyncIterable<Cell[]>): AsyncGenerator<string> {
  yield '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
  yield '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0">'
  yield '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>'
  yield `<row>${columns.map(({ name }) => textCell(name, styles.heading)).join('')}</row>`
  const types = columns.map(({ type }) => type)
  for await (const row of rows) {
    yield `\n<row>${row.map((cell, place) => cellXml(cell, types[place] ?? 'text')).join('')}</row>`
  }
  yield '</sheetData></worksheet>\n'
}

// A cell without an address follows the previous one, so empty cells must be written, too.
function cellXml(cell: Cell, type: ColumnType): string {
  if (cell === null) return '<c/>'
  switch (type) {
    case 'boolean':
      return `<c t="b"><v>${cell === 'true' ? 1 : 0}</v></c>`
    case 'number':
    case 'integer':
      return digits(cell) > exactDigits ? textCell(cell) : `<c><v>${jsonNumber(cell)}</v></c>`
    case 'date':
      return cell < firstDay
        ? textCell(cell)
        : numberCell((Date.parse(cell) - epoch) / 1000 / secondsPerDay, styles.date)
    case 'time':
      return numberCell(secondsOf(cell) / secondsPerDay, styles.time)
    case 'text':
    case 'choice':
    case 'datetime':
      return textCell(cell)
  }
}

function numberCell(number: number, style: number): string {
  return `<c s="${style}"><v>${number}</v></c>`
}

function textCell(text: string, style: number = styles.plain): string {
  const safe = text.replace(
    escaped,
    (letter) => `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  )
  const xml = safe.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<c${style === styles.plain ? '' : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${xml}</t></is></c>`
}

function digits(number: string): number {
  return number.replace(/[eE].*$/, '').replace(/\D/g, '').length
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return hours * 3600 + minutes * 60 + seconds
}
