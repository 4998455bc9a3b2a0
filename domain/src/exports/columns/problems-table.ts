import { columnTypes } from '../../form-types/column-types.ts'
import type { FileFaults } from '../files/file-fault.ts'
import type { RecordingNotes } from '../recordings/recording-notes.ts'
import type { ExportRows } from '../rows.ts'
import { fitsXml } from '../xml-text.ts'
import { column, recordTable, type Table } from './column.ts'
import type { FormTable, Misfits } from './form-table.ts'
import { subjectIdCells, subjectIdColumns } from './id-columns.ts'
import { exportedFiles } from './record-tables.ts'

/** Rows are counted as in the mistakes of an import, and as spreadsheets do. */
const headingRow = 1

const notInXml = 'odm.xml cannot hold a control character of this text and shows U+FFFD for it.'

type Sources = {
  rows: ExportRows
  records: readonly Table[]
  forms: readonly FormTable[]
  faults: FileFaults
  notes: RecordingNotes | undefined
  misfits: Misfits | undefined
}

/**
 * Lists every value that does not fit its type, every text that XML can't represent, every file that is not the one
 * uploaded, and what is not made from a recording.
 */
export function problemsTable({ rows, records, forms, faults, notes, misfits }: Sources): Table {
  const columns = [
    column({ name: 'table', label: 'The table', required: true }),
    column({ name: 'row', label: 'The row in it, the heading being row 1', type: 'integer', required: true }),
    ...subjectIdColumns(rows.heading).map((id) => ({ ...id, key: false, required: false })),
    column({ name: 'field', label: 'The column', required: true }),
    column({ name: 'value', label: 'The value as stored' }),
    column({ name: 'why', label: 'Why it is here', required: true }),
  ]
  return recordTable('problems', 'Problems', columns, async function* () {
    for (const table of [...records, ...forms]) yield* unfitTexts(table, rows)
    for (const table of forms) {
      if (misfits && !misfits.has(table.formtypeid)) continue
      for await (const { form, row, name, value, why } of table.misfits()) {
        yield [table.name, row, ...subjectIdCells(form, rows.heading), name, value, why]
      }
    }
    if (faults.size > 0 || (notes?.size ?? 0) > 0) yield* faultyFiles(rows, faults, notes)
  })
}

async function* faultyFiles(rows: ExportRows, faults: FileFaults, notes: RecordingNotes | undefined) {
  for await (const { table, place, row, id, path } of exportedFiles(rows)) {
    const ofFile = path === null ? [] : (faults.get(path) ?? [])
    for (const why of [ofFile, notes?.of(id, faults) ?? []].flat())
      yield [table, place + headingRow, ...subjectIdCells(row, rows.heading), 'path', path, why]
  }
}

async function* unfitTexts({ name, columns, rows }: Table, { heading }: ExportRows) {
  const ids = subjectIdColumns(heading).map((id) => columns.findIndex((own) => own.name === id.name))
  const texts = columns.flatMap(({ type }, place) => (columnTypes[type].isText ? [place] : []))
  let row = headingRow
  for await (const cells of rows()) {
    row += 1
    for (const place of texts) {
      const cell = cells[place]
      if (!cell || fitsXml(cell)) continue
      yield [name, row, ...ids.map((id) => cells[id] ?? null), columns[place]?.name, cell, notInXml]
    }
  }
}
