import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Connection } from '../../database/connections/shared-connections.ts'
import { readRanMigrations } from '../../database/schema/schema-state.ts'
import { fileKinds } from '../../records/records.ts'

/** A connection with its own settings; see `withConnection`. */
export type Client = pg.Client

/** A table as it is backed up: columns in order, rows sorted by primary key, written as for ORDER BY. */
export type Table = { name: string; columns: string[]; orderBy: string[] }

/** Tables that are not backed up: sessions, counters, idempotency keys, and exports, imports and uploads in progress, and what is counted from other tables. */
const momentary = [
  'subject_facts',
  'outdated_facts',
  'session',
  'limit_hit',
  'used_once',
  'idempotency_key',
  'migration',
  'migration_lock',
  'schema_migration',
  'task_run',
  'export_work',
  'export_spool',
  'export_part',
  'export_entry',
  'pending_upload',
  'import_job',
  'provider_state',
]

/** A connection whose output is the same on every server, so that equal rows produce equal bytes. */
export async function withConnection<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: 'casebook command' })
  // A broken connection fails the current statement. Without a listener it would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(`set timezone = 'UTC'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres';
      set bytea_output = 'hex'; set extra_float_digits = 1; set client_encoding = 'UTF8'; set search_path = public;
      set statement_timeout = 0; set idle_in_transaction_session_timeout = 0`)
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Runs `work` in one snapshot: later commits are not seen. */
export async function inSnapshot<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read read only')
  try {
    return await work()
  } finally {
    await client.query('rollback')
  }
}

/** Runs `work` in one transaction. */
export async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const answer = await work()
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** The tables to back up, each after those it references. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { refers: string[] }>(
    `select c.relname as name,
      (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select array_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end order by k.place)
        from pg_index i, unnest(i.indkey) with ordinality as k (attnum, place), pg_attribute a
        where i.indrelid = c.oid and i.indisprimary and a.attrelid = c.oid and a.attnum = k.attnum) as "orderBy",
      array(select r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all ($1) order by c.relname`,
    [momentary],
  )
  return inOrderOfReference(rows).map(({ name, columns, orderBy }) => ({ name, columns, orderBy: orderBy ?? [] }))
}

function inOrderOfReference<T extends { name: string; refers: string[] }>(tables: readonly T[]): T[] {
  const ordered: T[] = []
  let waiting = [...tables]
  while (waiting.length > 0) {
    const isFree = ({ refers }: T) => !waiting.some(({ name }) => refers.includes(name))
    const free = waiting.filter(isFree)
    if (free.length === 0)
      throw new Error(`These tables refer to each other: ${waiting.map(({ name }) => name).join(', ')}`)
    ordered.push(...free)
    waiting = waiting.filter((table) => !free.includes(table))
  }
  return ordered
}

const quoted = pg.escapeIdentifier

/**
 * Rows in COPY's text format, sorted by primary key in code point order, whatever the database's collation, and how many
 * there are.
 */
export function copyOut(client: pg.Client, { name, columns, orderBy }: Table) {
  const list = columns.map(quoted).join(', ')
  const rows = client.query(
    copyTo(
      `copy (select ${list} from ${quoted(name)}${orderBy.length > 0 ? ` order by ${orderBy.join(', ')}` : ''}) to stdout`,
    ),
  )
  return {
    rows,
    /** To be called after the last row. PostgreSQL says the number in a message of its own, which may arrive later. */
    async count(): Promise<number> {
      // Statements of a connection are answered in order, so that the number is known when this one is.
      await client.query('select')
      return rows.rowCount
    },
  }
}

export function copyIn(client: pg.Client, { name, columns }: Pick<Table, 'name' | 'columns'>) {
  return client.query(copyFrom(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`))
}

/** History is restored from the backup, so triggers must not write it again while rows are inserted. */
export async function withoutTriggers(client: pg.Client, tables: readonly Table[], work: () => Promise<void>) {
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`)
  await work()
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`)
}

/** Creates partitions of the history up to a number. Before migration 0092, the history is a single table. */
export async function makeRoomForHistory(client: pg.Client, upTo: number): Promise<void> {
  const { rows } = await client.query<{ isPartitioned: boolean }>(
    `select relkind = 'p' as "isPartitioned" from pg_class where oid = 'history'::regclass`,
  )
  if (rows[0]?.isPartitioned) await client.query('select extend_history($1::bigint)', [upTo])
}

/** Makes each generated number of a table continue after the highest one in it. */
export async function setSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(
    `select s.oid::regclass::text as sequence, t.relname as table, a.attname as column
    from pg_class s join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
      join pg_class t on t.oid = d.refobjid join pg_attribute a on a.attrelid = t.oid and a.attnum = d.refobjsubid
    where s.relkind = 'S' and t.relnamespace = 'public'::regnamespace`,
  )
  for (const { sequence, table, column } of rows) {
    await client.query(`select setval($1, max(${quoted(column)})) from ${quoted(table)}`, [sequence])
  }
}

/** The names of the migrations that have run, in order. Empty for a new database. */
export async function listMigrations(client: pg.Client): Promise<string[]> {
  const ran = await readRanMigrations(client)
  return ran.map(({ name }) => name)
}

/** The first table that contains a row. */
export async function findFilledTable(client: pg.Client, tables: readonly Table[]): Promise<string | undefined> {
  for (const { name } of tables) {
    const { rows } = await client.query<{ filled: boolean }>(`select exists (select from ${quoted(name)}) as filled`)
    if (rows[0]?.filled) return name
  }
  return undefined
}

/** `UPLOADED` files must be in the store. Others may be there before anyone has reported them. */
export type FileRow = {
  object_name: string
  status: 'PENDING' | 'UPLOADED' | 'FAILED'
  size: number | null
  sha256: string | null
}

/** Includes rows of removed files, because removing only hides them. */
export async function listFileRows(client: pg.Client): Promise<FileRow[]> {
  // A backup that is made before an upgrade has not all tables yet.
  const { rows: there } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname = any ($1)`,
    [fileKinds],
  )
  const { rows } = await client.query<FileRow>(
    `select * from (${there.map(({ name }) => `select object_name, status, size::float8, sha256 from ${quoted(name)}`).join(' union all ')}) files
    order by object_name collate "C"`,
  )
  return rows
}

export async function readServerVersion(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  return rows[0]?.server_version ?? ''
}
