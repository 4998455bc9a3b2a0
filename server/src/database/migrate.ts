import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { type Connection, runtimeRole } from './connect.ts'

const folder = new URL('./migrations/', import.meta.url)

/** Any number will do so long as no other program uses it for an advisory lock in the same database. */
const lockKey = 0x6361_7365

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const read = async (name: string): Promise<[string, Migration]> => {
    const text = await readFile(new URL(name, folder), 'utf8')
    return [
      name.replace(/\.sql$/, ''),
      {
        up: (db) =>
          sql
            .raw(text)
            .execute(db)
            .then(() => undefined),
      },
    ]
  }
  return Object.fromEntries(await Promise.all(names.map(read)))
}

/** The names of the migrations that this version has, in order. */
export async function listKnownMigrations(): Promise<string[]> {
  return Object.keys(await readMigrations())
}

/**
 * Brings the database up to date, or only as far as the migration `upTo`, as its owner, and lets `runtimeUser` act as the runtime role.
 * Several instances may call it at once: a session-level advisory lock lets one after the other through.
 * Answers the names of the migrations that it ran. Throws what went wrong; a migration that fails leaves no trace.
 */
export async function migrate(owner: Connection, runtimeUser?: string, upTo?: string): Promise<string[]> {
  // One connection, so that the lock and the migrations are in the same session.
  const pool = new pg.Pool({ ...owner, max: 1 })
  // A server that stops just as we are done says so on a connection that nobody waits for any more.
  pool.on('error', () => undefined)
  const db = new Kysely<Record<string, never>>({ dialect: new PostgresDialect({ pool }) })
  try {
    const migrations = await readMigrations()
    await sql`select pg_advisory_lock(${lockKey})`.execute(db)
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => migrations },
      migrationTableName: 'migration',
      migrationLockTableName: 'migration_lock',
    })
    const { error, results } = await (upTo ? migrator.migrateTo(upTo) : migrator.migrateToLatest())
    if (error) throw error
    if (runtimeUser) await letActAsRuntime(db, runtimeUser)
    return (results ?? []).map((result) => result.migrationName)
  } finally {
    await db.destroy()
  }
}

async function letActAsRuntime(db: Kysely<Record<string, never>>, user: string) {
  const { rows } = await sql<{ member: boolean }>`
    select pg_has_role(${user}::name, ${runtimeRole}::name, 'member') as member`.execute(db)
  if (!rows[0]?.member) await sql`grant ${sql.id(runtimeRole)} to ${sql.id(user)}`.execute(db)
}
