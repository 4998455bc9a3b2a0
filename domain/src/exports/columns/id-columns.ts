import { referenceDataStatuses } from '../../reference-data/reference-data.rules.ts'
import type { RecordFields, StoredFields } from '../../shared/record-fields/record-fields.ts'
import { subjectStatuses } from '../../subjects/subjects.rules.ts'
import { IsoTimes } from '../files/iso-time.ts'
import type { ExportHeading } from '../heading.ts'
import type { Provenance } from '../history-row.ts'
import type { LabelledOccurrence, Occurrence, OfSubject, Repeating, UploadedFile } from '../occurrences.ts'
import type { ExportRows } from '../rows.ts'
import { type Cell, type Column, column, type Row, recordTable, type Table } from './column.ts'

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

/** The columns of what people type into a record. */
export function typedColumns(fields: RecordFields): Column[] {
  return Object.entries(fields).map(([name, { label, isRequired }]) => column({ name, label, required: isRequired }))
}

export function typedCells<List extends RecordFields>(fields: List, row: StoredFields<List>): Row {
  return Object.keys(fields).map((name) => row[name])
}

/** `several`: whether a subject can have several activities of a type. */
export function activityTypeColumns(several: boolean): Column[] {
  return [
    column({ name: 'activitytypeid', label: 'Activity type', required: true, key: true }),
    column({ name: 'activitytype', label: 'Description of the activity type', required: true }),
    ...(several ? ownOccurrenceColumns() : []),
  ]
}

/** An instant as whole seconds, and beside it in the zone of the export. */
export function timeColumns(name: string, label: string, { zone }: ExportHeading): Column[] {
  return [
    column({ name, label: `${label}, since 1970`, type: 'integer', unit: 's', required: true }),
    column({ name: `${name}_iso`, label, type: 'datetime', unit: zone, required: true }),
  ]
}

/** Of a record with a file: where it is, and what is known of its content. */
export function storedColumns(): Column[] {
  return [
    column({ name: 'path', label: 'The file in this bundle, where files are exported' }),
    column({ name: 'persistedObjectName', label: 'Name in the object store', required: true }),
    column({ name: 'status', label: 'Status', type: 'choice', options: referenceDataStatuses, required: true }),
    column({ name: 'size', label: 'Size', type: 'integer', unit: 'bytes' }),
    column({ name: 'sha256', label: 'SHA-256 as recorded at upload' }),
  ]
}

export function storedCells(row: UploadedFile & { path: string | null }): Row {
  const { path, persistedObjectName, status, size, sha256 } = row
  return [path, persistedObjectName, status, size, sha256]
}

/** Whether the tables of this export say which form or activity of its type each is. */
export function hasOccurrences({ formTypes, activityTypes }: ExportRows): boolean {
  return [...formTypes, ...activityTypes].some(({ occurrences }: Repeating) => occurrences === true)
}

/** As a part of the key of their table, or of the key of another. */
export function occurrenceColumns({ key }: { key: boolean }): Column[] {
  return [
    column({ name: 'visitid', label: 'Visit; empty if it belongs to none', key }),
    column({
      name: 'occurrence',
      label: 'Which one of its subject, type and visit, from 1',
      type: 'integer',
      required: true,
      key,
    }),
  ]
}

/** The same of a form or an activity itself, with its label. */
export function ownOccurrenceColumns(): Column[] {
  return [
    ...occurrenceColumns({ key: true }),
    column({ name: 'label', label: 'A label of its own; empty if it has none' }),
  ]
}

/** The cells of `ownOccurrenceColumns`. */
export function ownOccurrenceCells({ label = null, ...which }: LabelledOccurrence): Cell[] {
  return [...occurrenceCells(which), label]
}

/** The cells of `occurrenceColumns`. */
export function occurrenceCells({ visitid = null, occurrence = 1 }: Occurrence): Cell[] {
  return [visitid, String(occurrence)]
}
