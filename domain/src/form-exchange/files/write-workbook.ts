import { column } from '../../exports/columns/column.ts'
import { workbook } from '../../exports/workbook/workbook.ts'

/** Sheets of texts as a workbook (.xlsx). */
export function writeWorkbook(
  sheets: readonly { name: string; columns: readonly string[]; rows: readonly (readonly string[])[] }[],
): AsyncGenerator<Uint8Array> {
  return workbook(
    sheets.map(({ name, columns, rows }) => ({
      name,
      tableId: name,
      label: name,
      from: name,
      studyid: null,
      columns: columns.map((heading) => column({ name: heading, label: heading })),
      async *rows() {
        for (const row of rows) yield row.map((cell) => (cell === '' ? null : cell))
      },
    })),
  )
}
