import type { ColumnType, Generated } from 'kysely'

export type ExportState = 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED' | 'EXPIRED'

type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>
type OptionalTimestamp = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

type ExportTable = {
  exportid: string
  siteid: string
  studyid: string | null
  subjectid: string | null
  subjectids: string[] | null
  files: boolean
  history: boolean
  closed_only: boolean
  deleted: boolean | null
  deidentified: Generated<boolean>
  bids: Generated<boolean>
  parquet: Generated<boolean>
  redcap: Generated<boolean>
  segments: Generated<boolean>
  seed: Generated<number>
  code_key: string | null
  state: Generated<ExportState>
  at: OptionalTimestamp
  size: number | null
  sha256: string | null
  problem: string | null
  personid: string
  person_name: string
  to_store: Generated<boolean>
  finished_at: OptionalTimestamp
  expires_at: OptionalTimestamp
  version: ColumnType<number, never, never>
  created_at: Timestamp
}

type ExportAccessTable = {
  accessid: string
  siteid: string
  studyid: string | null
  subjectid: string | null
  exportid: string | null
  what: 'LINK' | 'RECORD' | 'FEED' | 'CODES' | 'REFUSED'
  problem: string | null
  created_at: Timestamp
}

type ExportWorkTable = {
  exportid: string
  worker: string | null
  lease_until: Generated<Date>
  attempts: Generated<number>
  origin: string
  release: string | null
  is_spooled: Generated<boolean>
  part_bytes: number | null
  uploadid: string | null
  done: Generated<number>
  total: number | null
}

export type ExportTables = {
  export: ExportTable
  export_access: ExportAccessTable
  export_work: ExportWorkTable
}
