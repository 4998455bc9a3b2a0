import pg from 'pg'
import { release } from '../../config/release.ts'
import { Mistake } from '../../mistakes/mistake.ts'
import { runtimeRole } from '../connect.ts'
import { makeBackoff } from '../connections/retrying-pool.ts'
import type { Connection } from '../connections/shared-connections.ts'
import { type MigrationFile, pendingMigrations, readMigrationFiles, readRanMigrations } from './schema-state.ts'

/** Any number that no other program uses for an advisory lock in the same database. */
const lockKey = 0x6361_7365

/** Calls queue behind a migration that waits for a lock. It therefore waits briefly and retries, for this long in total. */
const lockTimeoutMs = 60_000
const lockTimeout = '2s'

/** A lock timeout or a deadlock. */
const lockStates: readonly unknown[] = ['55P03', '40P01']

type Options = { upTo?: string | undefined; files?: readonly MigrationFile[] }

/**
 * Migrates the database to the latest version, or up to the migration `upTo`, as its owner, and grants the runtime role
 * to `runtimeUser`. Several instances may call it at once: a session-level advisory lock runs them one after another.
 * Returns the names of the migrations that it ran. Throws a Mistake if schema and release don't match. Each migration
 * is one transaction: a failed one changes nothing, and those before it remain.
 */
export async function migrate(owner: Connection, runtimeUser?: string, options: Options = {}): Promise<string[]> {
  const { upTo, files = await readMigrationFiles() } = options
  const client = new pg.Client({ ...owner, application_name: 'casebook migrate', connectionTimeoutMillis: 5_000 })
  // A server that shuts down just after we finished reports so on a connection that nobody waits for any more.
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await keepAccount(client, files)
    const pending = pendingMigrations(await readRanMigrations(client), files)
    const due = pending.filter(({ name }) => upTo === undefined || name <= upTo)
    for (const migration of due) await run(client, migration)
    if (runtimeUser) await grantRuntimeRole(client, runtimeUser)
    return due.map(({ name }) => name)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Creates the table of applied migrations. Databases of 0.1.0 stored names only, in the table `migration`. They are
 * adopted with the hashes of today's files, since 0040 brings such a database to the state that those files produce.
 */
async function keepAccount(client: pg.Client, files: readonly MigrationFile[]) {
  const { rows } = await client.query<{ begun: boolean; earlier: boolean }>(
    `select to_regclass('public.schema_migration') is not null as begun, to_regclass('public.migration') is not null as earlier`,
  )
  if (rows[0]?.begun) return
  await client.query('begin')
  await client.query(`create table public.schema_migration (
    name text not null constraint schema_migration_pkey primary key,
    sha256 text not null,
    release text not null,
    oldest_release text not null,
    ran_at timestamptz not null default now())`)
  // A server without the owner's password reads this table before any migration has granted rights.
  await client.query('grant select on public.schema_migration to public')
  await client.query(
    `comment on column public.schema_migration.oldest_release is 'Servers of an older release do not start on this schema.'`,
  )
  if (rows[0]?.earlier) {
    const { rows: names } = await client.query<{ name: string }>('select name from public.migration')
    const ran = new Set(names.map(({ name }) => name))
    for (const file of files) if (ran.has(file.name)) await enter(client, file, '0.1.0')
  }
  await client.query('commit')
}

async function enter(client: pg.Client, { name, sha256, oldestRelease }: MigrationFile, by = release) {
  await client.query(
    'insert into public.schema_migration (name, sha256, release, oldest_release) values ($1, $2, $3, $4)',
    [name, sha256, by, oldestRelease],
  )
}

async function run(client: pg.Client, migration: MigrationFile) {
  const backoff = makeBackoff(lockTimeoutMs)
  for (;;) {
    try {
      await client.query(`begin; set local lock_timeout = '${lockTimeout}'`)
      await client.query(migration.text)
      await enter(client, migration)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      if (!(error instanceof pg.DatabaseError) || !lockStates.includes(error.code)) throw error
      if (await backoff.pause()) continue
      throw new Mistake(
        'schema',
        `Migration ${migration.name} did not get a lock within ${lockTimeoutMs / 1000} s and changed nothing: end long transactions on the database, then try again.`,
      )
    }
  }
}

async function grantRuntimeRole(client: pg.Client, user: string) {
  const { rows } = await client.query<{ member: boolean }>(
    `select pg_has_role($1::name, $2::name, 'member') as member`,
    [user, runtimeRole],
  )
  if (rows[0]?.member) return
  await client.query(`grant ${pg.escapeIdentifier(runtimeRole)} to ${pg.escapeIdentifier(user)}`)
}
