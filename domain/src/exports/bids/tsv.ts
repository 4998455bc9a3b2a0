import type { Cell } from '../columns/column.ts'

/** Tabs, line breaks and other control characters: a file of tab-separated values has no way to write them. */
const breaks = /[\p{Cc}\u2028\u2029]+/gu

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
