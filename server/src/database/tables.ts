import type { activityTypeFields } from '@casebook/domain/activity-types/activity-types.rules.ts'
import type { deviceFields } from '@casebook/domain/devices/devices.rules.ts'
import type { FormCheck } from '@casebook/domain/form-types/fields.ts'
import type { StoredDefinition, StoredField, StoredProperties } from '@casebook/domain/form-types/stored-definition.ts'
import type { Confirmation } from '@casebook/domain/forms/judgement.ts'
import type { StoredFields } from '@casebook/domain/shared/record-fields/record-fields.ts'
import type { siteFields } from '@casebook/domain/sites/sites.rules.ts'
import type { newStudyFields } from '@casebook/domain/studies/studies.rules.ts'
import type { ColumnType, Generated } from 'kysely'
import type { StoredTables } from './generated/stored-tables.ts'
import type { ExportTables } from './tables-exports.ts'
import type { PeopleTables } from './tables-people.ts'
import type { SubjectDeviceTable, VisitTables } from './tables-visits.ts'

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string | null>
type RemovedAt = ColumnType<Date | null, never, Date | null>
type Json<T> = ColumnType<T, string, string>

/** What tells the forms and activities of one subject and type apart. `visitid` is empty without a visit. */
type Occurrences = { visitid: Generated<string>; occurrence: Generated<number> }

/** Of a form or an activity itself. */
type Labelled = Occurrences & { label: string | null }

/** Incremented by a trigger at every update; never set by our statements. */
type Version = ColumnType<number, never, never>

type SiteTable = StoredFields<typeof siteFields> & {
  siteid: string
  version: Version
  created_at: Timestamp
  removed_at: RemovedAt
}

type DeviceTable = StoredFields<typeof deviceFields> & {
  deviceuid: string
  siteid: string
  version: Version
  created_at: Timestamp
  removed_at: RemovedAt
}

type StudyTable = StoredFields<typeof newStudyFields> & {
  studyid: string
  siteid: string
  status: Generated<string>
  identifier: string | null
  places: Generated<string[]>
  epoch_seconds: Generated<number>
  quality_share: Generated<number | null>
  quality_gap: Generated<number | null>
  quality_drop_out: Generated<number | null>
  quality_clipped: Generated<number | null>
  quality_drift: Generated<number | null>
  quality_calibration: Generated<number | null>
  quality_not_worn: Generated<number | null>
  quality_battery: Generated<number | null>
  quality_volts: Generated<number | null>
  calendar_feed: Generated<boolean>
  version: Version
  created_at: Timestamp
  removed_at: RemovedAt
}

type ActivityTypeTable = StoredFields<typeof activityTypeFields> & {
  activitytypeid: string
  siteid: string
  studyid: string
  description_key: string
  repeats: Generated<boolean>
  version: Version
  created_at: Timestamp
  removed_at: RemovedAt
}

/** `repeats` only if the draft says so. */
export type StoredDraft = Omit<StoredDefinition, 'identifier_key'> & { repeats?: boolean }

type FormTypeTable = {
  formtypeid: string
  siteid: string
  studyid: string
  identifier: string
  identifier_key: string
  fields: Json<StoredField[]>
  properties: ColumnType<StoredProperties | null, string | null | undefined, string | null>
  checks: ColumnType<FormCheck[], string | undefined, string>
  number: Generated<number>
  repeats: Generated<boolean>
  draft: ColumnType<StoredDraft | null, string | null | undefined, string | null>
  reordered: ColumnType<boolean, never, never>
  /** By the number of a version. */
  version_notes: ColumnType<{ [number: string]: string } | null, never, never>
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

type FormTable = Labelled & {
  subjectid: string
  formtypeid: string
  siteid: string
  studyid: string
  fields: Json<{ key: string; value: string }[]>
  confirmed: ColumnType<Confirmation[] | null, string | null | undefined, string | null>
  type_number: ColumnType<number, number | undefined, number>
  renewalid: ColumnType<string | null, null | undefined, null>
  version: Version
  created_at: Timestamp
  removed_at: RemovedAt
}

type ActivityTable = Labelled & {
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
  began_at: Generated<Date | null>
}

type RunningActivityTable = Labelled & {
  subjectid: string
  activitytypeid: string
  siteid: string
  studyid: string
  start_time: number
  started_by: string
  version: Version
  created_at: Timestamp
}

type ReferenceDataTable = Occurrences & {
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
  description: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  described_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  zone: ColumnType<string | null, string | null | undefined, string | null>
  clock_correction: Generated<number>
  recorded_from: ColumnType<number | null, number | null | undefined, number | null>
  recorded_to: ColumnType<number | null, number | null | undefined, number | null>
  recorded_gaps: Generated<number[]>
  recorded_tolerance: Generated<number>
  version: Version
  created_at: Timestamp
  removed_at: RemovedAt
}

type PendingUploadTable = {
  object_name: string
  siteid: string
  personid: string
  person_name: string
  /** Read as a string. */
  bytes: number
  expires_at: Date
}

/** Written only by triggers. */
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

/** Who changed what and when, without the values. */
type ChangeTable = Omit<HistoryTable, 'before' | 'after'>

/** Tables without site data: people, their sessions and tokens, mail, rate limits, and the history without its values. */
export type OpenTables = PeopleTables & { history: ChangeTable }

type DescribedTables = PeopleTables &
  ExportTables &
  VisitTables & {
    site: SiteTable
    device: DeviceTable
    study: StudyTable
    activity_type: ActivityTypeTable
    form_type: FormTypeTable
    subject: SubjectTable
    subject_device: SubjectDeviceTable
    form: FormTable
    activity: ActivityTable
    running_activity: RunningActivityTable
    reference_data: ReferenceDataTable
    pending_upload: PendingUploadTable
    history: HistoryTable
    current_site: SiteTable
    current_device: DeviceTable
    current_study: StudyTable
    current_activity_type: ActivityTypeTable
    current_form_type: Omit<FormTypeTable, 'reordered'>
    current_subject: SubjectTable & { study_status: string }
    current_form: FormTable
    current_activity: ActivityTable
    current_reference_data: ReferenceDataTable
  }

/** Those described here say more than their columns, such as the type of a JSON value. All others are as they are stored. */
export type Tables = DescribedTables & Omit<StoredTables, keyof DescribedTables>
