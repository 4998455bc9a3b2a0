import { referenceDataStatuses } from '../../reference-data/reference-data.rules.ts'
import { devicePositions, subjectStatuses } from '../../subjects/subjects.rules.ts'
import { namedFiles, namedSubjects, snapshotPath } from '../files/paths.ts'
import type { ExportedList, ExportRows } from '../rows.ts'
import { type Column, cellOf, column, type Table } from './column.ts'
import { idColumns, versionColumn } from './id-columns.ts'
import { IsoTimes } from './iso-time.ts'

type Row = readonly unknown[]

export function recordTable(
  name: string,
  label: string,
  columns: readonly Column[],
  rows: () => AsyncIterable<Row>,
): Table {
  return {
    name,
    label,
    from: name,
    studyid: null,
    columns,
    async *rows() {
      for await (const row of rows()) yield row.map(cellOf)
    },
  }
}

function sitesTable({ sites }: ExportRows): Table {
  const columns = [
    ...idColumns(['siteid']),
    column({ name: 'name', label: 'Name', required: true }),
    versionColumn('site'),
  ]
  return recordTable('sites', 'Sites', columns, async function* () {
    for (const { siteid, name, version } of sites) yield [siteid, name, version]
  })
}

function studiesTable({ studies }: ExportRows): Table {
  const columns = [
    ...idColumns(['siteid', 'studyid']),
    column({ name: 'name', label: 'Name', required: true }),
    column({ name: 'status', label: 'Status', required: true }),
    column({ name: 'identifier', label: 'Identifier' }),
    versionColumn('study'),
  ]
  return recordTable('studies', 'Studies', columns, async function* () {
    for (const { siteid, studyid, name, status, identifier, version } of studies) {
      yield [siteid, studyid, name, status, identifier, version]
    }
  })
}

function devicesTable({ devices }: ExportRows): Table {
  const columns = [
    ...idColumns(['siteid']),
    column({ name: 'deviceid', label: 'Device', required: true, key: true }),
    column({ name: 'hw_id', label: "The maker's serial number or other hardware id" }),
    versionColumn('device'),
  ]
  return recordTable('devices', 'Devices', columns, async function* () {
    for (const { siteid, deviceid, hw_id, version } of devices) yield [siteid, deviceid, hw_id, version]
  })
}

export function subjectColumns(): Column[] {
  return [
    ...idColumns(['siteid', 'studyid', 'subjectid']),
    column({ name: 'status', label: 'Status', type: 'choice', options: subjectStatuses, required: true }),
    versionColumn('subject'),
    column({ name: 'snapshot_path', label: 'The summary made when the subject was last closed, below snapshots/' }),
    column({ name: 'snapshot_sha256', label: 'SHA-256 of that summary' }),
  ]
}

function subjectsTable(rows: ExportRows): Table {
  return recordTable('subjects', 'Subjects', subjectColumns(), async function* () {
    for await (const { subject, folder } of namedSubjects(rows)) {
      const { siteid, studyid, subjectid, identifier, status, version, snapshot_sha256: sha256 } = subject
      const path = hasSnapshot(subject) ? snapshotPath(folder) : null
      yield [siteid, studyid, subjectid, identifier, status, version, path, path && sha256]
    }
  })
}

/** Whether the bundle contains the snapshot: only for a closed subject. */
export function hasSnapshot({ status, snapshot }: { status: string; snapshot: string | null }): boolean {
  return status === 'CLOSED' && snapshot !== null
}

function subjectDevicesTable(rows: ExportRows): Table {
  const columns = [
    ...idColumns(['siteid', 'studyid', 'subjectid']),
    column({ name: 'place', label: "Place in the subject's list, from 0", type: 'integer', required: true, key: true }),
    column({ name: 'deviceid', label: 'Device', required: true }),
    column({ name: 'position', label: 'Where it is worn', type: 'choice', options: devicePositions, required: true }),
  ]
  return recordTable('subject_devices', "Subjects' devices", columns, async function* () {
    for await (const { siteid, studyid, subjectid, identifier, place, deviceid, position } of rows.subjectDevices()) {
      yield [siteid, studyid, subjectid, identifier, place, deviceid, position]
    }
  })
}

function activitiesTable(rows: ExportRows): Table {
  const { zone } = rows.heading
  const times = new IsoTimes(zone)
  const columns = [
    ...idColumns(['siteid', 'studyid', 'subjectid']),
    column({ name: 'activitytypeid', label: 'Activity type', required: true, key: true }),
    column({ name: 'activitytype', label: 'Description of the activity type', required: true }),
    column({ name: 'startTime', label: 'Start, since 1970', type: 'integer', unit: 's', required: true }),
    column({ name: 'startTime_iso', label: 'Start', type: 'datetime', unit: zone, required: true }),
    column({ name: 'stopTime', label: 'Stop, since 1970', type: 'integer', unit: 's', required: true }),
    column({ name: 'stopTime_iso', label: 'Stop', type: 'datetime', unit: zone, required: true }),
    column({ name: 'comment', label: 'Comment' }),
    versionColumn('activity'),
  ]
  return recordTable('activities', 'Activities', columns, async function* () {
    for await (const row of rows.activities()) {
      const { siteid, studyid, subjectid, identifier, activitytypeid, description, startTime, stopTime } = row
      const start = times.format(startTime)
      const stop = times.format(stopTime)
      const ids = [siteid, studyid, subjectid, identifier, activitytypeid, description]
      yield [...ids, startTime, start, stopTime, stop, row.comment, row.version]
    }
  })
}

function runningActivitiesTable(rows: ExportRows): Table {
  const { zone } = rows.heading
  const times = new IsoTimes(zone)
  const columns = [
    ...idColumns(['siteid', 'studyid', 'subjectid']),
    column({ name: 'activitytypeid', label: 'Activity type', required: true, key: true }),
    column({ name: 'activitytype', label: 'Description of the activity type', required: true }),
    column({ name: 'startTime', label: 'Start, since 1970', type: 'integer', unit: 's', required: true }),
    column({ name: 'startTime_iso', label: 'Start', type: 'datetime', unit: zone, required: true }),
    column({ name: 'startedBy', label: 'Name of who started it', required: true }),
    versionColumn('running activity'),
  ]
  return recordTable('running_activities', 'Running activities', columns, async function* () {
    for await (const row of rows.runningActivities()) {
      const { siteid, studyid, subjectid, identifier, activitytypeid, description, startTime } = row
      const ids = [siteid, studyid, subjectid, identifier, activitytypeid, description]
      yield [...ids, startTime, times.format(startTime), row.startedBy, row.version]
    }
  })
}

function referenceDataTable(rows: ExportRows): Table {
  const columns = [
    ...idColumns(['siteid', 'studyid', 'subjectid']),
    column({ name: 'referencedataid', label: 'Reference data', required: true, key: true }),
    column({ name: 'activitytypeid', label: 'Activity type', required: true }),
    column({ name: 'activitytype', label: 'Description of the activity type', required: true }),
    column({ name: 'filename', label: 'Name as uploaded', required: true }),
    column({ name: 'path', label: 'The file in this bundle, where files are exported' }),
    column({ name: 'persistedObjectName', label: 'Name in the object store', required: true }),
    column({ name: 'status', label: 'Status', type: 'choice', options: referenceDataStatuses, required: true }),
    column({ name: 'size', label: 'Size', type: 'integer', unit: 'bytes' }),
    column({ name: 'sha256', label: 'SHA-256 as recorded at upload' }),
    column({ name: 'description', label: 'Description of the file, as JSON' }),
    column({ name: 'zone', label: "Time zone of the file's clock" }),
    column({ name: 'clock_correction', label: "To be added to the file's times", type: 'number', unit: 's' }),
    versionColumn('reference data'),
  ]
  return recordTable('reference_data', 'Reference data', columns, async function* () {
    for await (const { row, path } of namedFiles(rows)) {
      const { siteid, studyid, subjectid, identifier, referencedataid, activitytypeid, activitytype } = row
      const ids = [siteid, studyid, subjectid, identifier, referencedataid, activitytypeid, activitytype]
      const inBundle = rows.heading.files ? path : null
      const stored = [row.persistedObjectName, row.status, row.size, row.sha256]
      const noted = [row.description, row.zone, row.clock_correction]
      yield [...ids, row.filename, inBundle, ...stored, ...noted, row.version]
    }
  })
}

export function historyTable(rows: ExportRows): Table {
  const { zone } = rows.heading
  const times = new IsoTimes(zone)
  const columns = [
    column({ name: 'historyid', label: 'Place in the history', type: 'integer', required: true, key: true }),
    column({ name: 'at', label: 'When, since 1970', type: 'number', unit: 's', required: true }),
    column({ name: 'at_iso', label: 'When', type: 'datetime', unit: zone, required: true }),
    column({ name: 'actor', label: 'Who', required: true }),
    column({ name: 'actor_name', label: 'Name of who' }),
    column({ name: 'groups', label: 'The groups that they held then, separated by |' }),
    column({ name: 'reason', label: 'Reason given' }),
    column({ name: 'kind', label: 'Kind of record', required: true }),
    column({
      name: 'action',
      label: 'Action',
      type: 'choice',
      options: ['ADDED', 'UPDATED', 'REMOVED'],
      required: true,
    }),
    column({ name: 'siteid', label: 'Site' }),
    column({ name: 'studyid', label: 'Study' }),
    column({ name: 'subjectid', label: 'Subject' }),
    column({ name: 'id', label: "The record's own id", required: true }),
    column({ name: 'before', label: 'The record before, as JSON' }),
    column({ name: 'after', label: 'The record after, as JSON' }),
  ]
  return recordTable('history', 'History', columns, async function* () {
    for await (const row of rows.history()) {
      const seconds = Date.parse(row.at) / 1000
      const who = [row.actor, row.actor_name || null, row.groups.join('|') || null, row.reason]
      const what = [row.kind, row.action, row.siteid, row.studyid, row.subjectid, row.id, row.before, row.after]
      yield [row.historyid, seconds, times.format(seconds), ...who, ...what]
    }
  })
}

/** The table of each list, in the order of the bundle. The types are in the dictionary and in the tables of forms. */
export const recordTables: Record<ExportedList, ((rows: ExportRows) => Table) | undefined> = {
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
