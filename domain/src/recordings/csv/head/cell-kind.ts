import { isMissing, parseNumber } from '../bytes/number-reader.ts'

export type CellKind = 'missing' | 'number' | 'date-time' | 'date' | 'time-of-day' | 'text'

const dateTime =
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(T|[\s;,_]+)\d{1,2}:\d{2}(:\d{2}([.,:]\d+)?)?\s*([ap]\.?m\.?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{0,2})?$/i
const compact = /^\d{8}T\d{1,2}:\d{2}/
const date = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/
const timeOfDay = /^\d{1,2}:\d{2}(:\d{2}([.,:]\d+)?)?\s*([ap]\.?m\.?)?$/i

/** Longer cells are text, whatever their content. */
const longest = 64

export function cellKind(cell: string, decimal: string): CellKind {
  if (cell.length > longest) return 'text'
  if (isMissing(cell)) return 'missing'
  if (!Number.isNaN(parseNumber(cell, decimal))) return 'number'
  if (dateTime.test(cell) || compact.test(cell)) return 'date-time'
  if (date.test(cell)) return 'date'
  return timeOfDay.test(cell) ? 'time-of-day' : 'text'
}

/** Whether a line has content, mostly numbers and times. */
export function isDataLike(cells: readonly string[], decimal: string): boolean {
  let said = 0
  let data = 0
  for (const cell of cells) {
    const kind = cellKind(cell, decimal)
    if (kind === 'missing') continue
    said++
    if (kind !== 'text') data++
  }
  return said > 0 && data * 2 >= said
}
