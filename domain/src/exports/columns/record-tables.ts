import { deviceFields } from '../../devices/devices.rules.ts'
import { siteFields } from '../../sites/sites.rules.ts'
import { firstPlaces } from '../../studies/places.ts'
import { studyFields } from '../../studies/studies.rules.ts'
import { devicePositions, subjectStatuses } from '../../subjects/subjects.rules.ts'
import { namedDocuments, namedFiles, namedSubjects, snapshotPath } from '../files/paths.ts'
import type { ExportedList, ExportRows } from '../rows.ts'
import { type Column, column, type Table } from './column.ts'
import {
  activityTypeColumns,
  hasOccurrences,
  idColumns,
  occurrenceCells,
  occurrenceColumns,
  ofSubjects,
  storedCells,
  storedColumns,
  timeColumns,
  tracked,
  typedCells,
  typedColumns,
  versionColumn,
} from './id-columns.ts'
import { IsoTimes } from './iso-time.ts'
import { subjectVisitsTable, visitsTable, wornTable } from './visit-tables.ts'

function sitesTable({ heading, sites }: ExportRows): Table {
  return tracked(heading, {
    name: 'sites',
    label: 'Sites',
    columns: [...idColumns(['siteid']), ...typedColumns(siteFields), versionColumn('site')],
    records: () => sites,
    cells: (site) => [site.siteid, ...typedCells(siteFields, site), site.version],
  })
}

function studiesTable({ heading, studies }: ExportRows): Table {
  const isPlaced = haveOwnPlaces(studies)
  return tracked(heading, {
    name: 'studies',
    label: 'Studies',
    columns: [
      ...idColumns(['siteid', 'studyid']),
      ...typedColumns(studyFields),
      column({ name: 'identifier', label: 'Identifier' }),
      ...(isPlaced ? [column({ name: 'places', label: 'Places on the body, separated by |', required: true })] : []),
      versionColumn('study'),
    ],
    records: () => studies,
    cells: (study) => {
      const places = isPlaced ? [(study.places ?? firstPlaces).join('|')] : []
      return [
        study.siteid,
        study.studyid,
        ...typedCells(studyFields, study),
        study.identifier,
        ...places,
        study.version,
      ]
    },
  })
}

function devicesTable({ heading, devices }: ExportRows): Table {
  return tracked(heading, {
    name: 'devices',
    label: 'Devices',
    columns: [
      ...idColumns(['siteid']),
      ...typedColumns(deviceFields).map((each) => ({ ...each, key: each.name === 'deviceid' })),
      versionColumn('device'),
    ],
    records: () => devices,
    cells: (device) => [device.siteid, ...typedCells(deviceFields, device), device.version],
  })
}

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

/** Whether the tables of an export say more of places than the positions: in one of its studies there are others. */
function haveOwnPlaces(studies: ExportRows['studies']): boolean {
  return studies.some(({ places }) => places !== undefined)
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
      return [activitytypeid, description, ...(several ? occurrenceCells(which) : []), ...span, comment, version]
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
      const own = [activitytypeid, description, ...(several ? occurrenceCells(which) : [])]
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

function studyDocumentsTable(rows: ExportRows): Table {
  return tracked(rows.heading, {
    name: 'study_documents',
    label: 'Documents of the study',
    columns: [
      ...idColumns(['siteid', 'studyid']),
      column({ name: 'documentid', label: 'Document', required: true, key: true }),
      column({ name: 'number', label: 'Version of the file, from 1', type: 'integer', required: true, key: true }),
      column({ name: 'title', label: 'Title', required: true }),
      column({ name: 'kind', label: 'Kind of document', required: true }),
      column({ name: 'date', label: 'Date of the version', type: 'date' }),
      column({ name: 'filename', label: 'Name as uploaded', required: true }),
      ...storedColumns(),
      versionColumn('document'),
    ],
    *records() {
      for (const { row, path } of namedDocuments(rows)) yield { ...row, path: rows.heading.files ? path : null }
    },
    cells: (row) => {
      const ids = [row.siteid, row.studyid, row.documentid, row.number, row.title, row.kind, row.date, row.filename]
      return [...ids, ...storedCells(row), row.version]
    },
  })
}

/** The table of each list, in the order of the bundle. The types are in the dictionary and in the tables of forms. */
export const recordTables: Record<ExportedList, ((rows: ExportRows) => Table | undefined) | undefined> = {
  sites: sitesTable,
  studies: studiesTable,
  devices: devicesTable,
  activityTypes: undefined,
  formTypes: undefined,
  studyDocuments: studyDocumentsTable,
  visits: visitsTable,
  subjects: subjectsTable,
  subjectDevices: subjectDevicesTable,
  worn: wornTable,
  subjectVisits: subjectVisitsTable,
  forms: undefined,
  activities: activitiesTable,
  runningActivities: runningActivitiesTable,
  referenceData: referenceDataTable,
}
