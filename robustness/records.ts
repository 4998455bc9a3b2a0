import type pg from 'pg'
import { describeRecord, isRecordKind, recordKinds } from '../server/src/records/records.ts'

/**
 * Inconsistencies between records and their history: rows without history, and rows that differ from it. Empty if there
 * are none.
 */
export async function compareWithHistory(client: pg.Client): Promise<string[]> {
  const wrong: string[] = []
  const { rows: nameless } = await client.query(`select count(*)::int as count from history where actor = ''`)
  if (nameless[0]?.count > 0) wrong.push(`${nameless[0].count} history rows without an actor`)
  const { rows: kept } = await client.query<{ table: string }>(
    `select tgrelid::regclass::text as table from pg_trigger where tgfoid = 'record_history'::regproc and tgparentid = 0`,
  )
  for (const { table } of kept) if (!isRecordKind(table)) wrong.push(`${table} has a history and is not compared`)
  for (const table of recordKinds) {
    const { key } = describeRecord(table)
    const same = key.map((column) => `recorded.row ->> '${column}' = r.row ->> '${column}'`).join(' and ')
    const { rows } = await client.query<{ row: unknown; recorded: unknown }>(`
      with recorded as (
        select distinct on (${key.map((column) => `coalesce(after, before) ->> '${column}'`).join(', ')})
          coalesce(after, before) as row, after is null as is_gone
        from history where kind = '${table}'
        order by ${key.map((column) => `coalesce(after, before) ->> '${column}'`).join(', ')}, historyid desc
      ), r as (select to_jsonb(t) as row from ${table} t)
      select r.row, recorded.row as recorded from r full join (select row from recorded where not is_gone) recorded on ${same}
      where r.row is distinct from recorded.row limit 5`)
    for (const { row, recorded } of rows) {
      wrong.push(`${table}: the record is ${JSON.stringify(row)}, its history says ${JSON.stringify(recorded)}`)
    }
  }
  return wrong
}
