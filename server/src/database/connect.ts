import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { JsonText } from './json-text.ts'
import { preparing } from './preparing.ts'
import { shareConnections } from './short-reads.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

/** How to reach a database: a URL, or host (a socket folder, say), user and so on. */
export type Connection = pg.ClientConfig

// The driver's own choices would give counts and 64-bit integers as text and a date as local midnight.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.JSON, (text) => new JsonText(text))

/** The role that can read and write records but not their history; made by migration 0001. */
export const runtimeRole = 'casebook_runtime'

/** The settings of a connection that acts as the runtime role, whoever it signs in as. */
export function asRuntime(connection: Connection): Connection {
  return { ...connection, options: `${connection.options ?? ''} -c role=${runtimeRole}`.trim() }
}

/** A pool of connections acting as the runtime role; `close` ends them. An idle connection that breaks is only reported. */
export function connect(connection: Connection, { size, onError }: { size: number; onError: (error: Error) => void }) {
  const pool = new pg.Pool({
    ...asRuntime(connection),
    max: size,
    // Statements go out without waiting for the answer to the one before.
    pipeline: true,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: 10_000,
  })
  pool.on('error', onError)
  const shared = shareConnections(asRuntime(connection), { size: 2, onError })
  const shortReads: Database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: shared }) })
  const db: Database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) })
  return { db, shortReads, pool, close: async () => void (await Promise.all([db.destroy(), shortReads.destroy()])) }
}
