import type { ColumnType, Generated } from 'kysely'
import type { PeopleTables } from './tables-people.ts'

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string | null>
type RemovedAt = ColumnType<Date | null, never, Date | null>
type Json<T> = ColumnType<T, string, string>

/** Bumped by a trigger at every update; never written by us. */
type Version = ColumnType<number, never, never>

type SiteTable = {
  siteid: string
  name: string
  version: Version
  created_at: Timestamp
  removed_at: RemovedAt
}

type DeviceTable = {
  deviceuid: string
  siteid: string
  deviceid: string
  hw_id: string | null
  version: Version
  created_at: Timestamp
  removed_at: RemovedAt
}

type StudyTable = {
  studyid: string
  siteid: string
  name: string
  status: Generated<string>
  identifier: string | null
  version: Version
  created_at: Timestamp
  removed_at: RemovedAt
}

type ActivityTypeTable = {
  activitytypeid: string
  siteid: string
  studyid: string
  description: string
  description_key: string
  version: Version
  created_at: Timestamp
  removed_at: RemovedAt
}

export type StoredField = {
  name: string
  type: 'Boolean' | 'Choice' | 'Date' | 'Time' | 'Number' | 'String'
  required: boolean
  length: number | null
  pattern: string | null
}

type FormTypeTable = {
  formtypeid: string
  siteid: string
  studyid: string
  identifier: string
  identifier_key: string
  fields: Json<StoredField[]>
  version: Version
  created_at: Timestamp
  removed_at: RemovedAt
}

export type SubjectStatus = 'OPEN' | 'CLOSED' | 'DELETED'

type SubjectTable = {
  subjectid: string
  siteid: string
  studyid: string
  identifier: string | null
  identifier_key: string | null
  status: Generated<SubjectStatus>
  snapshot: string | null
  snapshot_sha256: string | null
  version: Version
  created_at: Timestamp
}

type SubjectDeviceTable = {
  subjectid: string
  siteid: string
  studyid: string
  deviceuid: string
  position: 'ARM' | 'CHEST'
  place: number
}

type FormTable = {
  subjectid: string
  formtypeid: string
  siteid: string
  studyid: string
  fields: Json<{ key: string; value: string }[]>
  version: Version
  created_at: Timestamp
  removed_at: RemovedAt
}

type ActivityTable = {
  subjectid: string
  activitytypeid: string
  siteid: string
  studyid: string
  start_time: number
  stop_time: number
  comment: string | null
  version: Version
  created_at: Timestamp
  removed_at: RemovedAt
}

type ReferenceDataTable = {
  referencedataid: string
  siteid: string
  studyid: string
  subjectid: string
  activitytypeid: string
  filename: string
  object_name: string
  status: Generated<'PENDING' | 'UPLOADED' | 'FAILED'>
  size: number | null
  sha256: string | null
  expires_at: ColumnType<Date, Date | string, Date | string>
  version: Version
  created_at: Timestamp
  removed_at: RemovedAt
}

/** Written by triggers alone. */
export type HistoryTable = {
  historyid: ColumnType<number, never, never>
  tx: ColumnType<string, never, never>
  at: ColumnType<Date, never, never>
  actor: ColumnType<string, never, never>
  actor_name: ColumnType<string, never, never>
  groups: ColumnType<string[], never, never>
  reason: ColumnType<string | null, never, never>
  kind: ColumnType<string, never, never>
  action: ColumnType<'ADDED' | 'UPDATED' | 'REMOVED', never, never>
  siteid: ColumnType<string | null, never, never>
  studyid: ColumnType<string | null, never, never>
  subjectid: ColumnType<string | null, never, never>
  id: ColumnType<string, never, never>
  before: ColumnType<Record<string, unknown> | null, never, never>
  after: ColumnType<Record<string, unknown> | null, never, never>
}

export type Tables = PeopleTables & {
  site: SiteTable
  device: DeviceTable
  study: StudyTable
  activity_type: ActivityTypeTable
  form_type: FormTypeTable
  subject: SubjectTable
  subject_device: SubjectDeviceTable
  form: FormTable
  activity: ActivityTable
  reference_data: ReferenceDataTable
  history: HistoryTable
  current_site: SiteTable
  current_device: DeviceTable
  current_study: StudyTable
  current_activity_type: ActivityTypeTable
  current_form_type: FormTypeTable
  current_subject: SubjectTable & { study_status: string }
  current_form: FormTable
  current_activity: ActivityTable
  current_reference_data: ReferenceDataTable
}
