import pg from 'pg'

export type HistoryReport = {
  entries: number
  /** The highest number handed out to an entry. */
  last: number
  /** Numbers below it that no entry has. Every write that was undone leaves some; a lost entry would show as a fault. */
  unused: number
  records: number
  /** What does not fit together, one line each, at most 100 a table. */
  faults: string[]
}

type Kept = { table: string; key: string[]; columns: string[]; isVersioned: boolean }

/**
 * Replays the history to the present state and compares: every record's entries begin with its addition, each continues
 * the one before, versions count up by one, and the last is what the table holds. Reads in one snapshot if called in one.
 */
export async function checkHistory(client: pg.Client): Promise<HistoryReport> {
  const { rows } = await client.query<{ entries: number; last: number }>(
    'select count(*)::float8 as entries, coalesce(max(historyid), 0)::float8 as last from history',
  )
  const { entries, last } = rows[0] ?? { entries: 0, last: 0 }
  const report: HistoryReport = { entries, last, unused: last - entries, records: 0, faults: [] }
  const kept = await listKept(client)
  for (const table of kept) await checkTable(client, table, report)
  const strangers = await client.query<{ kind: string }>('select distinct kind from history where kind <> all ($1)', [
    kept.map(({ table }) => table),
  ])
  for (const { kind } of strangers.rows)
    report.faults.push(`${kind}: the history has entries of a table that is not there`)
  return report
}

/** The tables whose changes the history records: those that carry its trigger. */
async function listKept(client: pg.Client): Promise<Kept[]> {
  const { rows } = await client.query<Kept>(
    `select c.relname as table,
      (select array_agg(a.attname::text order by k.place) from pg_index i, unnest(i.indkey) with ordinality as k (attnum, place), pg_attribute a
        where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attnum) as key,
      (select array_agg(attname::text) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      exists (select from pg_trigger v join pg_proc f on f.oid = v.tgfoid where v.tgrelid = c.oid and f.proname = 'bump_version') as "isVersioned"
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
    where p.proname = 'record_history' and c.relnamespace = 'public'::regnamespace order by c.relname`,
  )
  return rows
}

/** A column that came with a later migration is in no older entry: only what both sides have is compared. */
const same = (one: string, other: string) => `(${one} = ${other}
  or ${one} - array(select jsonb_object_keys(${one}) except select jsonb_object_keys(${other}))
   = ${other} - array(select jsonb_object_keys(${other}) except select jsonb_object_keys(${one})))`

async function checkTable(client: pg.Client, { table, key, columns, isVersioned }: Kept, report: HistoryReport) {
  const name = pg.escapeIdentifier(table)
  const kind = pg.escapeLiteral(table)
  const keyOf = (row: string) => key.map((column) => `${row} ->> ${pg.escapeLiteral(column)}`).join(`, `)
  const rowKey = `concat_ws('/', ${keyOf('coalesce(after, before)')})`
  const presentKey = `concat_ws('/', ${key.map((column) => `present.${pg.escapeIdentifier(column)}::text`).join(', ')})`
  const isThere = `present.${pg.escapeIdentifier(key[0] ?? '')}`
  const version = (row: string) => `(${row} ->> 'version')::int`

  const chain = `select historyid, before, after, ${rowKey} as record,
      lag(after) over line as previous, row_number() over line = 1 as is_first, lead(historyid) over line is null as is_last
    from history where kind = ${kind} window line as (partition by ${keyOf('coalesce(after, before)')} order by historyid)`
  const { rows } = await client.query<{ what: string }>(`
    with chain as (${chain}), broken as (
      select case
        when is_first and before is not null then 'its first entry is not its addition'
        when not is_first and before is null and previous is not null then 'it was added twice'
        when not is_first and before is not null and (previous is null or not ${same('before', 'previous')}) then 'it does not continue the entry before'
        ${isVersioned ? `when before is not null and after is not null and ${version('after')} <> ${version('before')} + 1 then 'its version does not follow'` : ''}
        end as fault, historyid, record from chain)
    select ${kind} || ' ' || record || ', entry ' || historyid || ': ' || fault as what from broken where fault is not null limit 100`)
  report.faults.push(...rows.map(({ what }) => what))

  const ends = await client.query<{ what: string | null }>(`
    with newest as (select * from (${chain}) entries where is_last)
    select case
      when newest.record is null then ${kind} || ' ' || ${presentKey} || ': the history does not know it'
      when ${isThere} is null and newest.after is not null then ${kind} || ' ' || newest.record || ': it is gone, and no entry says so'
      when ${isThere} is not null and (newest.after is null or not ${same('newest.after', 'to_jsonb(present)')})
        then ${kind} || ' ' || newest.record || ': it is not what its last entry says'
      end as what
    from newest full join ${name} present on newest.record = ${presentKey}`)
  report.records += ends.rows.length
  report.faults.push(...ends.rows.flatMap(({ what }) => (what === null ? [] : [what])).slice(0, 100))

  // A column is in every entry from the first that has it on; otherwise emptying an entry would look like an old one.
  const { rows: emptied } = await client.query<{ what: string }>(
    `with named as (select historyid, jsonb_object_keys(coalesce(after, before)) as name from history where kind = ${kind}),
      firsts as (select name, min(historyid) as first from named where name = any ($1) group by name)
    select ${kind} || ' entry ' || historyid || ': it lacks ' || name as what
    from history join firsts on historyid > first and not coalesce(after, before) ? name where kind = ${kind} limit 100`,
    [columns],
  )
  report.faults.push(...emptied.map(({ what }) => what))
}
