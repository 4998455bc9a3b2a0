import { devicePositions, subjectStatuses } from '../../subjects/subjects.rules.ts'
import { IsoTimes } from '../files/iso-time.ts'
import { type NamedFile, namedFiles, namedSubjects, snapshotPath } from '../files/paths.ts'
import type { ExportedList, ExportRows, ListWithFiles } from '../rows.ts'
import { type Column, column, type Table } from './column.ts'
import {
  activityTypeColumns,
  hasOccurrences,
  occurrenceCells,
  occurrenceColumns,
  ofSubjects,
  ownOccurrenceCells,
  storedCells,
  storedColumns,
  timeColumns,
  versionColumn,
} from './id-columns.ts'
import { measuresTable } from './measure-tables.ts'
import { haveOwnPlaces, studyFiles, studyTables } from './study-tables.ts'
import { deviationsTable, subjectVisitsTable, wornTable } from './visit-tables.ts'

/** The columns of a subject besides its ids. */
export const subjectColumns: readonly Column[] = [
  column({ name: 'status', label: 'Status', type: 'choice', options: subjectStatuses, required: true }),
  versionColumn('subject'),
  column({ name: 'snapshot_path', label: 'The summary made when the subject was last closed, below snapshots/' }),
  column({ name: 'snapshot_sha256', label: 'SHA-256 of that summary' }),
]

function subjectsTable(rows: ExportRows): Table {
  return ofSubjects(rows.heading, {
    name: 'subjects',
    label: 'Subjects',
    columns: subjectColumns,
    async *records() {
      for await (const { subject, folder } of namedSubjects(rows)) {
        yield { ...subject, subject_status: subject.status, path: hasSnapshot(subject) ? snapshotPath(folder) : null }
      }
    },
    cells: ({ status, version, path, snapshot_sha256: sha256 }) => [status, version, path, path && sha256],
  })
}

/** Whether the bundle contains the snapshot: only for a closed subject. */
export function hasSnapshot({ status, snapshot }: { status: string; snapshot: string | null }): boolean {
  return status === 'CLOSED' && snapshot !== null
}

function subjectDevicesTable({ heading, studies, subjectDevices }: ExportRows): Table {
  const isPlaced = haveOwnPlaces(studies)
  return ofSubjects(heading, {
    name: 'subject_devices',
    label: "Subjects' devices",
    columns: [
      column({
        name: 'place',
        label: "Place in the subject's list, from 0",
        type: 'integer',
        required: true,
        key: true,
      }),
      column({ name: 'deviceid', label: 'Device', required: true }),
      column({
        name: 'position',
        label: 'Where it is worn',
        type: 'choice',
        // OTHER only where a study has places of its own.
        options: devicePositions.filter((position) => isPlaced || position !== 'OTHER'),
        required: true,
      }),
      ...(isPlaced
        ? [column({ name: 'body_place', label: "The study's word for where it is worn, if the position is OTHER" })]
        : []),
    ],
    records: subjectDevices,
    cells: ({ place, deviceid, position, body_place }) => {
      return [place, deviceid, position, ...(isPlaced ? [body_place ?? null] : [])]
    },
  })
}

function activitiesTable(rows: ExportRows): Table {
  const { heading, activities } = rows
  const several = hasOccurrences(rows)
  const times = new IsoTimes(heading.zone)
  return ofSubjects(heading, {
    name: 'activities',
    label: 'Activities',
    columns: [
      ...activityTypeColumns(several),
      ...timeColumns('startTime', 'Start', heading),
      ...timeColumns('stopTime', 'Stop', heading),
      column({ name: 'comment', label: 'Comment' }),
      versionColumn('activity'),
    ],
    records: activities,
    cells: ({ activitytypeid, description, startTime, stopTime, comment, version, ...which }) => {
      const span = [startTime, times.format(startTime), stopTime, times.format(stopTime)]
      return [activitytypeid, description, ...(several ? ownOccurrenceCells(which) : []), ...span, comment, version]
    },
  })
}

function runningActivitiesTable(rows: ExportRows): Table {
  const { heading, runningActivities } = rows
  const several = hasOccurrences(rows)
  const times = new IsoTimes(heading.zone)
  return ofSubjects(heading, {
    name: 'running_activities',
    label: 'Running activities',
    columns: [
      ...activityTypeColumns(several),
      ...timeColumns('startTime', 'Start', heading),
      column({ name: 'startedBy', label: 'Name of who started it', required: true }),
      versionColumn('running activity'),
    ],
    records: runningActivities,
    cells: ({ activitytypeid, description, startTime, startedBy, version, ...which }) => {
      const own = [activitytypeid, description, ...(several ? ownOccurrenceCells(which) : [])]
      return [...own, startTime, times.format(startTime), startedBy, version]
    },
  })
}

function referenceDataTable(rows: ExportRows): Table {
  const several = hasOccurrences(rows)
  return ofSubjects(rows.heading, {
    name: 'reference_data',
    label: 'Reference data',
    columns: [
      column({ name: 'referencedataid', label: 'Reference data', required: true, key: true }),
      column({ name: 'activitytypeid', label: 'Activity type', required: true }),
      column({ name: 'activitytype', label: 'Description of the activity type', required: true }),
      ...(several ? occurrenceColumns({ key: false }) : []),
      column({ name: 'filename', label: 'Name as uploaded', required: true }),
      ...storedColumns(),
      column({ name: 'description', label: 'Description of the file, as JSON' }),
      column({ name: 'zone', label: "Time zone of the file's clock" }),
      column({ name: 'clock_correction', label: "To be added to the file's times", type: 'number', unit: 's' }),
      versionColumn('reference data'),
    ],
    async *records() {
      for await (const { row, path } of namedFiles(rows)) yield { ...row, path: rows.heading.files ? path : null }
    },
    cells: (row) => {
      const ofActivity = [row.activitytypeid, row.activitytype, ...(several ? occurrenceCells(row) : [])]
      const ids = [row.referencedataid, ...ofActivity, row.filename]
      return [...ids, ...storedCells(row), row.description, row.zone, row.clock_correction, row.version]
    },
  })
}

/** The tables of each list, in the order of the bundle. */
export const recordTables: Record<ExportedList, ((rows: ExportRows) => Table | Table[] | undefined) | undefined> = {
  ...studyTables,
  subjects: subjectsTable,
  subjectDevices: subjectDevicesTable,
  worn: wornTable,
  subjectVisits: (rows) => [subjectVisitsTable(rows), deviationsTable(rows)].filter((table) => table !== undefined),
  forms: undefined,
  activities: activitiesTable,
  runningActivities: runningActivitiesTable,
  referenceData: referenceDataTable,
  measures: measuresTable,
}

async function* referenceDataFiles(rows: ExportRows): AsyncGenerator<NamedFile> {
  for await (const { row, path } of namedFiles(rows)) yield { row, id: row.referencedataid, path }
}

/** The files that belong to the rows of a list, in the order of the rows, and the folder of the bundle that has them. */
type FilesOfList = { folder: string; named: (rows: ExportRows) => AsyncIterable<NamedFile> | Iterable<NamedFile> }

export const listedFiles: Record<ListWithFiles, FilesOfList> = {
  referenceData: { folder: 'files', named: referenceDataFiles },
  ...studyFiles,
}

/** The table that has the rows of a list. */
export function tableOf(list: string): string {
  return list.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Every uploaded file in the bundle, with the table that lists it and its place there, from 1. */
export async function* exportedFiles(rows: ExportRows): AsyncGenerator<NamedFile & { table: string; place: number }> {
  for (const [list, { named }] of Object.entries(listedFiles)) {
    let place = 0
    for await (const file of named(rows)) {
      place += 1
      yield { ...file, table: tableOf(list), place }
    }
  }
}
