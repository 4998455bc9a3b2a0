import type { Cell } from '../columns/column.ts'

/** Tabs and line breaks: a file of tab-separated values has no way to write them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what ends a cell or a line
const breaks = /[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g

/** A line of tab-separated values as BIDS has them: a missing or empty value is `n/a`. */
export function tsvLine(cells: readonly Cell[]): string {
  return `${cells.map(tsvCell).join('\t')}\n`
}

export function tsvCell(cell: Cell): string {
  const plain = (cell ?? '').replace(breaks, ' ').trim()
  return plain === '' ? 'n/a' : plain
}

/** A JSON file as BIDS has them. */
export function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
