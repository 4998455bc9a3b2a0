import type { FileFaults } from '../files/file-fault.ts'
import { formTypeNames } from '../files/paths.ts'
import type { ExportedList, ExportRows } from '../rows.ts'
import type { Table } from './column.ts'
import { type FormTable, formTable } from './form-table.ts'
import { problemsTable } from './problems-table.ts'
import {
  activitiesTable,
  devicesTable,
  historyTable,
  referenceDataTable,
  runningActivitiesTable,
  sitesTable,
  studiesTable,
  subjectDevicesTable,
  subjectsTable,
} from './record-tables.ts'

export type Tables = {
  /** The present state. */
  records: readonly Table[]
  forms: readonly FormTable[]
  history: Table
  problems: Table
}

/** The tables of an export. Each can be read repeatedly. Problems include the `faults` of files known by then. */
export function tablesOf(rows: ExportRows, faults: FileFaults = new Map()): Tables {
  const names = formTypeNames(rows)
  const forms = rows.formTypes.map((formtype) =>
    formTable(rows, formtype, `forms/${names.get(formtype.formtypeid) ?? formtype.formtypeid}`),
  )
  const records = Object.values(recordTables).flatMap((tableFrom) => tableFrom?.(rows) ?? [])
  return { records, forms, history: historyTable(rows), problems: problemsTable({ rows, records, forms, faults }) }
}

/** The table of each list, in the order of the bundle. The types are in the dictionary and in the tables of forms. */
const recordTables: Record<ExportedList, ((rows: ExportRows) => Table) | undefined> = {
  sites: sitesTable,
  studies: studiesTable,
  devices: devicesTable,
  activityTypes: undefined,
  formTypes: undefined,
  subjects: subjectsTable,
  subjectDevices: subjectDevicesTable,
  forms: undefined,
  activities: activitiesTable,
  runningActivities: runningActivitiesTable,
  referenceData: referenceDataTable,
}
