import pg from 'pg'

export type HistoryReport = {
  entries: number
  /** The highest historyid in use. */
  last: number
  /** Numbers below it without an entry. Every rolled-back write leaves some, and so does an entry that was deleted. */
  unused: number
  records: number
  /** The inconsistencies found, one line each, at most 100 per table. */
  faults: string[]
}

type HistoryTable = { table: string; key: KeyColumn[]; columns: string[]; isVersioned: boolean }
/** `standard`: an SQL expression of what the column is in entries older than the column. Null if there was always one. */
type KeyColumn = { name: string; standard: string | null }

/**
 * Replays the history and compares it with the present rows: each record begins with its addition, each entry continues
 * the one before, versions increase by one, and the last entry equals the row. Reads in one snapshot if called in one.
 */
export async function checkHistory(client: pg.Client): Promise<HistoryReport> {
  const { rows } = await client.query<{ entries: number; last: number }>(
    'select count(*)::float8 as entries, coalesce(max(historyid), 0)::float8 as last from history',
  )
  const { entries, last } = rows[0] ?? { entries: 0, last: 0 }
  const report: HistoryReport = { entries, last, unused: last - entries, records: 0, faults: [] }
  report.faults.push(...(await findDetached(client)))
  const kept = await listKept(client)
  for (const table of kept) await checkTable(client, table, report)
  const strangers = await client.query<{ kind: string }>('select distinct kind from history where kind <> all ($1)', [
    kept.map(({ table }) => table),
  ])
  for (const { kind } of strangers.rows)
    report.faults.push(`${kind}: the history has entries of a table that is not there`)
  return report
}

/** Reports detached partitions, whose entries are not read: gaps between partitions, or before the first one. */
async function findDetached(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ begins: string | null; before: string | null }>(
    `select begins, lag(ends) over (order by ends::bigint) as before
    from pg_inherits join pg_class on oid = inhrelid, pg_get_expr(relpartbound, oid) as bound,
      substring(bound from 'FROM \\(''?(\\d+)') as begins, substring(bound from 'TO \\(''?(\\d+)') as ends
    where inhparent = 'history'::regclass order by ends::bigint`,
  )
  return rows.flatMap(({ begins, before }) =>
    begins === before
      ? []
      : [`history: the partition before number ${begins} is detached; attach it, then verify again`],
  )
}

/** The tables whose changes are recorded in the history: those with its trigger. */
async function listKept(client: pg.Client): Promise<HistoryTable[]> {
  const { rows } = await client.query<HistoryTable>(
    `select c.relname as table,
      (select jsonb_agg(jsonb_build_object('name', a.attname, 'standard', pg_get_expr(d.adbin, d.adrelid)) order by k.place)
        from pg_index i, unnest(i.indkey) with ordinality as k (attnum, place), pg_attribute a
          left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attnum) as key,
      (select array_agg(attname::text) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      exists (select from pg_trigger v join pg_proc f on f.oid = v.tgfoid where v.tgrelid = c.oid and f.proname = 'bump_version') as "isVersioned"
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid join pg_class c on c.oid = t.tgrelid
    where p.proname = 'record_history' and c.relnamespace = 'public'::regnamespace order by c.relname`,
  )
  return rows
}

/** Entries older than a migration lack its columns, so only common columns are compared. */
const same = (one: string, other: string) => `(${one} = ${other}
  or ${one} - array(select jsonb_object_keys(${one}) except select jsonb_object_keys(${other}))
   = ${other} - array(select jsonb_object_keys(${other}) except select jsonb_object_keys(${one})))`

async function checkTable(
  client: pg.Client,
  { table, key, columns, isVersioned }: HistoryTable,
  report: HistoryReport,
) {
  const name = pg.escapeIdentifier(table)
  const kind = pg.escapeLiteral(table)
  const keyOf = (row: string) =>
    key
      .map(({ name, standard }) => `coalesce(${row} ->> ${pg.escapeLiteral(name)}, (${standard ?? 'null'})::text)`)
      .join(', ')
  const rowKey = `concat_ws('/', ${keyOf('coalesce(after, before)')})`
  const presentKey = `concat_ws('/', ${key.map(({ name }) => `present.${pg.escapeIdentifier(name)}::text`).join(', ')})`
  const isThere = `present.${pg.escapeIdentifier(key[0]?.name ?? '')}`
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

  // All entries after the first one with a column must have it, too. Otherwise an entry that lost its values would pass
  // for an old one.
  const { rows: emptied } = await client.query<{ what: string }>(
    `with named as (select historyid, jsonb_object_keys(coalesce(after, before)) as name from history where kind = ${kind}),
      firsts as (select name, min(historyid) as first from named where name = any ($1) group by name)
    select ${kind} || ' entry ' || historyid || ': it lacks ' || name as what
    from history join firsts on historyid > first and not coalesce(after, before) ? name where kind = ${kind} limit 100`,
    [columns],
  )
  report.faults.push(...emptied.map(({ what }) => what))
}
