/** A sheet of labels, in millimetres. Labels stand in the middle of the sheet, `gap` apart in a row, one row under the other. */
export type LabelSheet = {
  key: string
  page: { width: number; height: number }
  columns: number
  rows: number
  width: number
  height: number
  gap: number
}

const a4 = { width: 210, height: 297 }

/** The sizes that most makers of label sheets sell, and the label of a roll, each a page of its own. */
export const labelSheets: readonly LabelSheet[] = [
  { key: '63.5x38.1', page: a4, columns: 3, rows: 7, width: 63.5, height: 38.1, gap: 2.5 },
  { key: '70x37', page: a4, columns: 3, rows: 8, width: 70, height: 37, gap: 0 },
  { key: '48.5x25.4', page: a4, columns: 4, rows: 10, width: 48.5, height: 25.4, gap: 0 },
  { key: '38.1x21.2', page: a4, columns: 5, rows: 13, width: 38.1, height: 21.2, gap: 2.5 },
  { key: '99.1x38.1', page: a4, columns: 2, rows: 7, width: 99.1, height: 38.1, gap: 2.5 },
  { key: 'roll', page: { width: 62, height: 29 }, columns: 1, rows: 1, width: 62, height: 29, gap: 0 },
]

/** Labels that are printed at once. */
export const maxLabels = 2000

export function perSheet({ columns, rows }: LabelSheet): number {
  return columns * rows
}

/** The left and upper edge of the label at a place of a sheet, counted from 0 in the direction of reading. */
export function placeOf(sheet: LabelSheet, place: number): { left: number; top: number } {
  const { page, columns, rows, width, height, gap } = sheet
  const left = (page.width - columns * width - (columns - 1) * gap) / 2
  const top = (page.height - rows * height) / 2
  return { left: left + (place % columns) * (width + gap), top: top + Math.floor(place / columns) * height }
}

/** What is printed on one place of a sheet. */
export type Placed<Item> = { item: Item; place: number }

/**
 * Lays labels on sheets, `copies` of each. Of the first sheet, `used` places are left empty: their labels are gone
 * already.
 */
export function layOut<Item>(
  items: readonly Item[],
  sheet: LabelSheet,
  copies: number,
  used: number,
): Placed<Item>[][] {
  const places = perSheet(sheet)
  const sheets: Placed<Item>[][] = []
  for (const [index, item] of items.flatMap((each) => Array<Item>(copies).fill(each)).entries()) {
    const at = index + used
    const page = Math.floor(at / places)
    sheets[page] ??= []
    sheets[page].push({ item, place: at % places })
  }
  return sheets
}
