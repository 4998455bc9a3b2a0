import { type RawBuilder, sql } from 'kysely'
import { describeRecord, type RecordKind } from '../records/records.ts'

/**
 * The fields `changedAt` and `changedBy` of a record, read from the history only if they are requested. The entry must
 * match the row's version: a statement that writes the row and returns it does not see its own entry yet, and the
 * change is then its own.
 */
export function lastChangeOf(kind: RecordKind) {
  return {
    changedAt: (row: string) => sql`coalesce(${found(kind, row, isoTime(sql`last.at`))}, ${own(isoTime(sql`now()`))})`,
    changedBy: (row: string) =>
      sql`coalesce(${found(kind, row, sql`to_json(last.actor_name)::text`)},
        ${own(sql`to_json(current_setting('casebook.actor_name', true))::text`)})`,
  }
}

function found(kind: RecordKind, row: string, value: RawBuilder<unknown>) {
  const { id, of, key } = describeRecord(kind)
  const column = (name: string) => sql.ref(`${row}.${name}`)
  const place = of === 'subject' ? sql`history.subjectid = ${column('subjectid')}` : sql`history.subjectid is null`
  return sql`(select ${value} from (select history.at, history.actor_name, history.after from history
    where ${place} and history.kind = ${sql.lit(kind)} and history.id = ${column(id)} and history.siteid = ${column('siteid')}
      ${key.includes('occurrence') ? sql`and ${isOccurrence(column)}` : sql``}
    order by history.historyid desc limit 1) last where (last.after ->> 'version')::int = ${column('version')})`
}

// What was recorded before anything could repeat has neither: it is the first, without a visit.
function isOccurrence(column: (name: string) => RawBuilder<unknown>) {
  const then = (name: string) => sql`coalesce(history.after, history.before) ->> ${sql.lit(name)}`
  return sql`coalesce(${then('visitid')}, '') = ${column('visitid')}
    and coalesce((${then('occurrence')})::int, 1) = ${column('occurrence')}`
}

/** Only within a write. */
function own(value: RawBuilder<unknown>) {
  return sql`case when current_setting('casebook.actor', true) <> '' then ${value} end`
}

function isoTime(time: RawBuilder<unknown>) {
  return sql`to_char(${time} at time zone 'UTC', '"\\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\\""')`
}
