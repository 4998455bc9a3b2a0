import type { Cell, Column, Table } from '../columns/column.ts'

/**
 * The table as people read it: the headings are the fields' labels, and options are shown by their labels. The same table
 * if nothing in it has a label.
 */
export function labelled(table: Table): Table {
  const texts = table.columns.map(textOf)
  const hasTitles = table.columns.some(({ asks }) => asks?.title)
  if (!hasTitles && texts.every((text) => text === undefined)) return table
  return {
    ...table,
    columns: table.columns.map((own) => ({ ...own, name: titleOf(own) })),
    async *rows() {
      for await (const row of table.rows()) yield row.map((cell, place) => texts[place]?.(cell) ?? cell)
    },
  }
}

function titleOf({ name, retired, asks }: Column): string {
  if (!asks?.title) return name
  return retired ? `${asks.title} (retired)` : asks.title
}

function textOf({ options, optionLabels, multiple }: Column): ((cell: Cell) => Cell) | undefined {
  if (!options || !optionLabels) return undefined
  const labels = new Map(options.map((code, place) => [code, optionLabels[place] ?? code]))
  const label = (code: string) => labels.get(code) ?? code
  return (cell) => (cell === null ? null : multiple ? cell.split('|').map(label).join(' | ') : label(cell))
}
