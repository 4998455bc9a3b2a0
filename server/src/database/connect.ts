import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import pg from 'pg'
import { JsonText } from './json-text.ts'
import { type Around, patient } from './patient-pool.ts'
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

export type Timeouts = { statementSeconds: number; lockSeconds: number }

const defaultTimeouts: Timeouts = { statementSeconds: 15, lockSeconds: 10 }

/**
 * The settings of a connection that acts as the runtime role, whoever it signs in as. The history writes times as the
 * session has them, so that all sessions have one zone.
 */
function asRuntime(connection: Connection, { statementSeconds, lockSeconds }: Timeouts): Connection {
  const settings = {
    role: runtimeRole,
    timezone: 'UTC',
    statement_timeout: `${statementSeconds}s`,
    lock_timeout: `${lockSeconds}s`,
    idle_in_transaction_session_timeout: '60s',
  }
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  return {
    application_name: 'casebook',
    ...connection,
    options: [connection.options, ...options].join(' ').trim(),
    connectionTimeoutMillis: 5_000,
    // A server that is frozen does not keep its own time limit: the statement is given up and its connection closed.
    query_timeout: (statementSeconds + 2) * 1000,
    keepAlive: true,
  }
}

type PoolSettings = { size: number; onError: (error: Error) => void; timeouts?: Timeouts; around?: Around }

/** A pool of connections acting as the runtime role; `close` ends them. An idle connection that breaks is only reported. */
export function connect(connection: Connection, { size, onError, timeouts = defaultTimeouts, around }: PoolSettings) {
  const runtime = asRuntime(connection, timeouts)
  const pool = new pg.Pool({
    ...runtime,
    max: size,
    // Statements go out without waiting for the answer to the one before.
    pipeline: true,
    idleTimeoutMillis: 60_000,
  })
  pool.on('error', onError)
  // Without a listener a break between two statements of a transaction would end the process; the next statement fails anyway.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const shared = shareConnections(runtime, { size: 2, onError })
  const over = (driver: PostgresPool): Database =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool: patient(driver, around) }) })
  const shortReads = over(shared)
  const db = over(preparing(pool))
  return { db, shortReads, pool, close: async () => void (await Promise.all([db.destroy(), shortReads.destroy()])) }
}
