import type { ExportedList } from '@casebook/domain/exports/rows.ts'
import type { Problem } from '@casebook/domain/shared/problems.ts'
import type { Tables } from '../database/tables.ts'
import type { HistoryEvent, Notice } from './notices.ts'

/** A kind of record, described once. All that treats every kind is built from the list of these (records.ts). */
export type RecordDescription<Column extends string = string> = {
  /** The primary key, in its order. */
  key: readonly Column[]
  /** The column that the history stores as the record's id. */
  id: Column
  /**
   * What it belongs to. Records of a subject are found in the history by the subject, records of a study by the study.
   * People and exports are no study data: they are in no export, and change no record's time of last change.
   */
  of: 'site' | 'study' | 'subject' | 'people' | 'exports'
  /** Whether each change increases the row's `version`. */
  isVersioned: boolean
  /** What removing a row does to it: sets `removed_at`, or deletes it. `never`: it is not removed. */
  removal: 'hides' | 'deletes' | 'never'
  /** Whether the view `current_TABLE` shows the rows that are neither removed nor below something removed. */
  hasView: boolean
  /** Columns that listHistory leaves out: comparison keys, permanent ids, places in lists, derived values. */
  internal: readonly Column[]
  /**
   * The kind that listChanges reports. A part of another record is reported as an UPDATED of that one, which has the
   * entry's studyid, subjectid or id. Null: it is not reported.
   */
  change: string | { partOf: string; id: 'studyid' | 'subjectid' | 'id' } | null
  /** Who is told of a change. */
  notices: (event: HistoryEvent) => Notice[]
  putBack: PutBack<Column> | { never: string }
  /** The lists of an export that hold it. */
  exported: readonly ExportedList[] | { never: string }
  file: OwnFile | null
  /** Columns that may tell who a person is. */
  personal: readonly Column[]
}

/** How a removed record is put back. */
type PutBack<Column extends string> = {
  /**
   * Listed by listRemoved and put back by restoreRemoved, as this kind, found by `id`. `name` is the column that people
   * know it by, and `whyNot` the rule that another name passes; `nameKey` a column that makes names unique ignoring case.
   * A record of a study is put back only while the study is not closed, unless it is so in `anyStatus`.
   */
  listed?: {
    as: string
    id: Column
    name: Column
    whyNot: (name: string) => Problem | undefined
    nameKey?: Column
    anyStatus?: true
  }
  /** Put back by this mutation. */
  call?: `putBack${string}`
}

/**
 * A file in the object store belongs to each row, with the columns `object_name`, `status`, `size`, `sha256`,
 * `expires_at` and `created_at`. Uploading, settling, sweeping, backing up and verifying work by these.
 */
export type OwnFile = {
  /** Bytes. */
  most: number
}

/** Describes the records of a table. A key, an id or any other column that the table lacks does not compile. */
export function record<
  const Table extends keyof Tables,
  const Given extends RecordDescription<keyof Tables[Table] & string>,
>(_table: Table, description: Given): Given {
  return description
}
