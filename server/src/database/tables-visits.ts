import type { DevicePosition } from '@casebook/domain/subjects/subjects.rules.ts'
import type { ColumnType, Generated } from 'kysely'

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>

/** Incremented by a trigger at every update; never set by our statements. */
type Version = ColumnType<number, never, never>

type VisitTable = {
  visitid: string
  siteid: string
  studyid: string
  place: number
  name: string
  name_key: string
  day: number | null
  days_before: Generated<number>
  days_after: Generated<number>
  repeats: Generated<boolean>
  formtypeids: string[]
  activitytypeids: string[]
  in_order: Generated<boolean>
  optional_typeids: Generated<string[]>
  version: Version
  created_at: Timestamp
}

type SubjectVisitTable = {
  subjectid: string
  visitid: string
  occurrence: number
  siteid: string
  studyid: string
  state: 'PLANNED' | 'BEGUN' | 'DONE' | 'MISSED'
  date: string | null
  reason: string | null
  outside_reason: Generated<string | null>
  order_reason: Generated<string | null>
  version: Version
  created_at: Timestamp
}

export type VisitTables = { visit: VisitTable; subject_visit: SubjectVisitTable }

/** A device that a subject wears. */
export type SubjectDeviceTable = {
  subjectid: string
  siteid: string
  studyid: string
  deviceuid: string
  position: DevicePosition
  /** The position in the list. */
  place: number
  /** The study's word for where it is worn; null unless the position is OTHER. */
  body_place: string | null
  from_time: Generated<Date | null>
  to_time: Generated<Date | null>
  visitid: Generated<string | null>
}
