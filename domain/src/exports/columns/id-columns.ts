import { subjectStatuses } from '../../subjects/subjects.rules.ts'
import type { ExportHeading, OfSubject, Provenance } from '../rows.ts'
import { type Cell, type Column, column, type Row, recordTable, type Table } from './column.ts'
import { IsoTimes } from './iso-time.ts'

const labels = {
  siteid: 'Site',
  studyid: 'Study',
  subjectid: 'Subject',
}

/** The ids at the beginning of every row, as its key, with the subject's identifier after a subjectid. */
export function idColumns(names: readonly (keyof typeof labels)[]): Column[] {
  return names.flatMap((name) => {
    const id = column({ name, label: labels[name], required: true, key: true })
    return name === 'subjectid' ? [id, column({ name: 'identifier', label: "The subject's identifier" })] : [id]
  })
}

/** The ids at the beginning of every row of a subject, and the subject's status if deleted subjects are included. */
export function subjectIdColumns({ deleted }: Pick<ExportHeading, 'deleted'>): Column[] {
  return [...idColumns(['siteid', 'studyid', 'subjectid']), ...(deleted ? [subjectStatusColumn()] : [])]
}

export function subjectStatusColumn(): Column {
  return column({ name: 'subject_status', label: 'Status of the subject', type: 'choice', options: subjectStatuses })
}

type RowOfSubject = {
  siteid: string
  studyid: string
  subjectid: string | null
  identifier: string | null
  subject_status?: string | null
}

/** The cells of `subjectIdColumns`. */
export function subjectIdCells(row: RowOfSubject, { deleted }: Pick<ExportHeading, 'deleted'>): (string | null)[] {
  const { siteid, studyid, subjectid, identifier, subject_status = null } = row
  return [siteid, studyid, subjectid, identifier, ...(deleted ? [subject_status] : [])]
}

export function versionColumn(what: string): Column {
  return column({ name: 'version', label: `Version of the ${what}`, type: 'integer', required: true })
}

/** Who added and last changed the record of a row, and when. */
export function provenanceColumns(zone: string): Column[] {
  return [
    column({ name: 'created_at', label: 'When it was added', type: 'datetime', unit: zone }),
    column({ name: 'created_by', label: 'Name of who added it' }),
    column({ name: 'changed_at', label: 'When it was last changed', type: 'datetime', unit: zone }),
    column({ name: 'changed_by', label: 'Name of who last changed it' }),
  ]
}

/** The names of these columns. */
export const provenanceNames: readonly string[] = provenanceColumns('UTC').map(({ name }) => name)

/** The cells of `provenanceColumns`. */
export function provenanceCells(row: Provenance, times: IsoTimes): Cell[] {
  const shown = (at: string | null | undefined) => (at ? times.format(Date.parse(at) / 1000) : null)
  return [shown(row.created_at), row.created_by || null, shown(row.changed_at), row.changed_by || null]
}

/** What a table of records says of one row, besides who added and changed it. */
type Described<Record> = {
  name: string
  label: string
  columns: readonly Column[]
  records: () => AsyncIterable<Record> | Iterable<Record>
  cells: (record: Record) => Row
}

/** A table of records: their own columns, and who added and changed them. */
export function tracked<Record extends Provenance>({ zone }: ExportHeading, described: Described<Record>): Table {
  const { name, label, columns, records, cells } = described
  const times = new IsoTimes(zone)
  return recordTable(name, label, [...columns, ...provenanceColumns(zone)], async function* () {
    for await (const record of records()) yield [...cells(record), ...provenanceCells(record, times)]
  })
}

/** A table of records of a subject: the subject's ids come first. */
export function ofSubjects<Record extends OfSubject>(heading: ExportHeading, described: Described<Record>): Table {
  return tracked(heading, {
    ...described,
    columns: [...subjectIdColumns(heading), ...described.columns],
    cells: (record) => [...subjectIdCells(record, heading), ...described.cells(record)],
  })
}
