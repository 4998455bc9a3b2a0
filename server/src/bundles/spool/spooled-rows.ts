import type {
  ActivityRow,
  ActivityTypeRow,
  DeviceRow,
  ExportHeading,
  ExportRows,
  FormRow,
  FormTypeRow,
  HistoryRow,
  ReferenceDataRow,
  RunningActivityRow,
  SiteRow,
  StudyRow,
  SubjectDeviceRow,
  SubjectRow,
  UserRow,
} from '@casebook/domain/exports/rows.ts'
import type { Database } from '../../database/connect.ts'
import { readSpool } from './spool-lines.ts'
import { formsOfType } from './write-spool.ts'

/** Returns the rows of an export, read from its spool. */
export async function spooledRows(db: Database, exportid: string, heading: ExportHeading): Promise<ExportRows> {
  const listOf = <Row>(part: string): Promise<Row[]> => Array.fromAsync(readSpool<Row>(db, exportid, part))
  return {
    heading,
    sites: await listOf<SiteRow>('sites'),
    studies: await listOf<StudyRow>('studies'),
    devices: await listOf<DeviceRow>('devices'),
    users: await listOf<UserRow>('users'),
    activityTypes: await listOf<ActivityTypeRow>('activityTypes'),
    formTypes: await listOf<FormTypeRow>('formTypes'),
    subjects: () => readSpool<SubjectRow>(db, exportid, 'subjects'),
    subjectDevices: () => readSpool<SubjectDeviceRow>(db, exportid, 'subjectDevices'),
    forms: (formtypeid) =>
      readSpool<FormRow>(db, exportid, formtypeid === undefined ? 'forms' : formsOfType(formtypeid)),
    activities: () => readSpool<ActivityRow>(db, exportid, 'activities'),
    runningActivities: () => readSpool<RunningActivityRow>(db, exportid, 'runningActivities'),
    referenceData: () => readSpool<ReferenceDataRow>(db, exportid, 'referenceData'),
    history: () => readSpool<HistoryRow>(db, exportid, 'history'),
  }
}
