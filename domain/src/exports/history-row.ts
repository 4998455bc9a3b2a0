import type { SubjectStatus } from '../subjects/subjects.rules.ts'

/** Who added and last changed a record, and when. Instants in ISO 8601, UTC. Missing where the history does not know. */
export type Provenance = {
  created_at?: string | null
  created_by?: string | null
  changed_at?: string | null
  changed_by?: string | null
}

/** A change of an exported record. */
export type HistoryRow = {
  historyid: string
  /** Instant in ISO 8601, UTC, with milliseconds. */
  at: string
  actor: string
  actor_name: string
  groups: readonly string[]
  reason: string | null
  /** The table of the record, such as subject_device. Only of records of a site, a study or a subject. */
  kind: string
  action: 'ADDED' | 'UPDATED' | 'REMOVED'
  siteid: string | null
  studyid: string | null
  subjectid: string | null
  /** Of the subject, if deleted subjects are included. */
  subject_status?: SubjectStatus | null
  /** The record's own id. For a subject_device this is the device's permanent id. */
  id: string
  /** For a subject_device: the device's id as it is now. */
  deviceid?: string | null
  /** The record before and after as JSON text, as stored in the history. */
  before: string | null
  after: string | null
}
