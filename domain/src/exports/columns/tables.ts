import type { FileFaults } from '../files/file-fault.ts'
import type { RecordingNotes } from '../recordings/recording-notes.ts'
import type { ExportRows } from '../rows.ts'
import type { Table } from './column.ts'
import { type FormTable, formTable, type Misfits } from './form-table.ts'
import { historyTable } from './history-table.ts'
import { epochTables } from './measure-tables.ts'
import { problemsTable } from './problems-table.ts'
import { recordTables } from './record-tables.ts'

export type Tables = {
  /** The present state. */
  records: readonly Table[]
  forms: readonly FormTable[]
  history: Table
  problems: Table
}

/**
 * The tables of an export. Each can be read repeatedly. Problems include what is known by then of faulty files. `misfits`:
 * what does not fit, if it was looked for; it then has columns.
 */
export function tablesOf(
  rows: ExportRows,
  faults: FileFaults = new Map(),
  notes?: RecordingNotes,
  misfits?: Misfits,
): Tables {
  const forms = rows.formTypes.map((formtype) => formTable(rows, formtype, misfits?.get(formtype.formtypeid)))
  const records = [...Object.values(recordTables).flatMap((tableOf) => tableOf?.(rows) ?? []), ...epochTables(rows)]
  return {
    records,
    forms,
    history: historyTable(rows),
    problems: problemsTable({ rows, records, forms, faults, notes, misfits }),
  }
}
