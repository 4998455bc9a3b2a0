import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import {
  describeRecord,
  fileKinds,
  isRecordKind,
  kindsOf,
  type RecordKind,
  recordKinds,
} from '../../records/records.ts'
import type { ExportPlace } from '../export-statements.sql.ts'

/**
 * The tables of a study's rows as stored, in the order in which they can be inserted. `form_type_state` is no table: it
 * has the states of each form type before the present one, oldest first, from which its versions are known.
 */
export const recordTables = ['device', ...kindsOf('study'), 'form_type_state', ...kindsOf('subject'), 'worn'] as const

export type RecordTable = (typeof recordTables)[number]

/** The columns by which a row is found. */
export function keyOf(table: RecordTable): readonly string[] {
  return isRecordKind(table) ? describeRecord(table).key : ['wornid']
}

type Line = RawBuilder<{ line: string }>

/**
 * The rows of a whole study, each as one JSON text with all its columns, for another installation. Includes what is
 * removed and can be put back, except files: only those that are uploaded and not removed.
 */
export function recordRows(scope: Scope, { siteid, studyid }: ExportPlace): Record<RecordTable, Line> {
  const read = (table: RecordTable): Line => {
    if (table === 'form_type_state') return formTypeStates(scope, { siteid, studyid })
    const from =
      table === 'device'
        ? sql`row.siteid = ${siteid} and row.deviceuid in (select deviceuid from worn where studyid = ${studyid} and siteid = ${siteid})`
        : sql`row.siteid = ${siteid} and row.studyid = ${studyid}`
    const order = sql.join(keyOf(table).map((column) => sql`row.${sql.ref(column)}`))
    return sql`select to_jsonb(row)::text as line from ${sql.table(table)} row
      where ${from} and ${table === 'worn' ? sql`true` : inScope(scope, 'row')} and ${isMoved(table)} order by ${order}`
  }
  return Object.fromEntries(recordTables.map((table) => [table, read(table)])) as Record<RecordTable, Line>
}

/** A record whose file is not in the bundle does not move, nor does a removed one that has files or consists of such. */
function isMoved(table: RecordTable): RawBuilder<unknown> {
  if (!isRecordKind(table)) return sql`true`
  const { file, removal } = describeRecord(table)
  if (file === null && !fileKinds.some((kind) => wholeOf(kind) === table)) return sql`true`
  const whole = wholeOf(table)
  return sql.join(
    [
      ...(removal === 'hides' ? [sql`row.removed_at is null`] : []),
      ...(file === null ? [] : [sql`row.status = 'UPLOADED'`]),
      ...(whole ? [isThere(whole)] : []),
    ],
    sql` and `,
  )
}

/** Whether the record that a row is a part of is not removed. */
function isThere(whole: RecordKind): RawBuilder<unknown> {
  const same = describeRecord(whole).key.map((column) => sql`whole.${sql.ref(column)} = row.${sql.ref(column)}`)
  return sql`exists (select from ${sql.table(`current_${whole}`)} whole where ${sql.join(same, sql` and `)})`
}

/** The kind that a kind is a part of. */
function wholeOf(kind: RecordKind): RecordKind | undefined {
  const { change } = describeRecord(kind)
  if (typeof change !== 'object' || change === null) return undefined
  return recordKinds.find((other) => describeRecord(other).change === change.partOf)
}

function formTypeStates(scope: Scope, { siteid, studyid }: Pick<ExportPlace, 'siteid' | 'studyid'>): Line {
  return sql`select jsonb_build_object('row', history.after, 'at', history.at, 'by', history.actor_name)::text as line
    from history join form_type on form_type.formtypeid = history.id and form_type.siteid = history.siteid
    where history.kind = 'form_type' and history.siteid = ${siteid} and history.studyid = ${studyid} and history.after is not null
      and history.subjectid is null and (history.after ->> 'version')::int <= form_type.version and ${inScope(scope, 'form_type')}
    order by history.id collate "C", history.historyid`
}
