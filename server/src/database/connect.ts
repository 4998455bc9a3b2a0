import {
  CompiledQuery,
  type ConnectionProvider,
  Kysely,
  type KyselyProps,
  PostgresDialect,
  type PostgresPool,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
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

const partsOf = new WeakMap<Database, Omit<KyselyProps, 'executor'>>()

function makeDatabase(pool: PostgresPool): Database {
  const dialect = new PostgresDialect({ pool })
  const db: Database = new Kysely<Tables>({ dialect })
  partsOf.set(db, { config: { dialect }, dialect, driver: dialect.createDriver() })
  return db
}

/** Statements sent over one connection: `now` sends before it returns, in the order of the calls. */
export type OneConnection = {
  /** For the statements of features; those asked at the same time go out together. */
  reader: Database
  now: <Row>(text: string, values?: readonly unknown[]) => Promise<QueryResult<Row>>
}

/** Takes a connection for as long as `work` lasts. Kysely's own way lets each statement wait for the one before. */
export function onOneConnection<T>(db: Database, work: (connection: OneConnection) => Promise<T>): Promise<T> {
  const parts = partsOf.get(db)
  if (!parts) throw new Error('This database was not made by connect().')
  const executor = db.getExecutor()
  return executor.provideConnection((connection) => {
    const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) }
    const reader: Database = new Kysely<Tables>({ ...parts, executor: executor.withConnectionProvider(provider) })
    return work({ reader, now: (text, values = []) => connection.executeQuery(CompiledQuery.raw(text, [...values])) })
  })
}

/** How long a write on a shared connection waits for a lock, and those behind it with it. */
const shortLockSeconds = 0.1

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
  const over = (driver: PostgresPool) => makeDatabase(patient(driver, around))
  const shortReads = over(shareConnections(runtime, { size: 2, onError }))
  const quickly = asRuntime(connection, { ...timeouts, lockSeconds: Math.min(timeouts.lockSeconds, shortLockSeconds) })
  const shortWrites = over(shareConnections(quickly, { size: 6, onError }))
  const db = over(preparing(pool))
  const close = async () => void (await Promise.all([db, shortReads, shortWrites].map((each) => each.destroy())))
  return { db, shortReads, shortWrites, pool, close }
}
