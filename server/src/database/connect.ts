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
import { connectionsFor } from '../config/connections.ts'
import { type InPlace, makePlaces } from './connections/places.ts'
import { preparing } from './connections/prepared-statements.ts'
import { type Around, retrying } from './connections/retrying-pool.ts'
import { type Connection, shareConnections } from './connections/shared-connections.ts'
import type { Database } from './handle.ts'
import { type Source, standbyFirst } from './standby/standby-first.ts'
import type { OpenTables } from './tables.ts'
import { unscoped } from './unscoped.ts'

export type { Database }

// By default the driver returns counts and 64-bit integers as text, and dates as local midnight.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** The role that can read and write records but not change their history; created by migration 0001. */
export const runtimeRole = 'casebook_runtime'

type Timeouts = { statementSeconds: number; lockSeconds: number }

const defaultTimeouts: Timeouts = { statementSeconds: 15, lockSeconds: 10 }

/**
 * Settings of a connection that acts as the runtime role, whoever it signs in as. History triggers write times in the
 * session's zone, so all sessions use UTC.
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
    // A frozen server does not enforce its own time limit, so the client gives up and closes the connection.
    query_timeout: (statementSeconds + 2) * 1000,
    keepAlive: true,
  }
}

const partsOf = new WeakMap<Database, Omit<KyselyProps, 'executor'>>()
const placesOf = new WeakMap<Database, InPlace>()

function makeDatabase(pool: PostgresPool): Database {
  const dialect = new PostgresDialect({ pool })
  const db: Database = new Kysely<OpenTables>({ dialect })
  partsOf.set(db, { config: { dialect }, dialect, driver: dialect.createDriver() })
  return db
}

/** Statements over one connection. `now` sends before it returns, in the order of the calls. */
export type OneConnection = {
  /** For the statements of features. Statements sent at the same time are pipelined. */
  reader: Database
  now: <Row>(text: string, values?: readonly unknown[]) => Promise<QueryResult<Row>>
}

/**
 * Reserves a connection while `work` runs. Unlike Kysely's own method, statements do not wait for each other. At most half
 * of a pool is reserved at a time, so that reads go on while writes hang.
 */
export function onOneConnection<T>(db: Database, work: (connection: OneConnection) => Promise<T>): Promise<T> {
  const parts = partsOf.get(db)
  if (!parts) throw new Error('This database was not made by connect().')
  const executor = unscoped(db).getExecutor()
  const reserve = () =>
    executor.provideConnection((connection) => {
      const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) }
      const reader: Database = new Kysely<OpenTables>({ ...parts, executor: executor.withConnectionProvider(provider) })
      return work({ reader, now: (text, values = []) => connection.executeQuery(CompiledQuery.raw(text, [...values])) })
    })
  return placesOf.get(db)?.(reserve) ?? reserve()
}

/** Connections of a pool of this size that may be reserved at a time. */
function mostReserved(size: number) {
  return Math.max(3, Math.floor(size / 2))
}

/** How long a write on a shared connection waits for a lock. The statements behind it wait, too. */
const shortLockSeconds = 0.1

/** A standby that lists are read from. `onRead` is called with the source of each read. */
type Standby = { connection: Connection; onRead: (source: Source) => void }

type PoolSettings = {
  size: number
  onError: (error: Error) => void
  timeouts?: Timeouts
  around?: Around
  standby?: Standby | undefined
}

function makePool(runtime: Connection, { size, onError }: Pick<PoolSettings, 'size' | 'onError'>): pg.Pool {
  const pool = new pg.Pool({
    ...runtime,
    max: size,
    // Statements are sent without waiting for earlier results.
    pipeline: true,
    idleTimeoutMillis: 60_000,
  })
  pool.on('error', onError)
  // Without a listener, a break between two statements of a transaction would end the process. The next statement fails
  // anyway.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** A pool of connections acting as the runtime role; `close` ends them. An idle connection that breaks is only reported. */
export function connect(
  connection: Connection,
  { size, onError, timeouts = defaultTimeouts, around, standby }: PoolSettings,
) {
  const runtime = asRuntime(connection, timeouts)
  const pool = makePool(runtime, { size, onError })
  const over = (driver: PostgresPool) => makeDatabase(retrying(driver, around))
  const short = shareConnections(runtime, { size: connectionsFor.shortReads, onError })
  const shortReads = over(short)
  const quickly = asRuntime(connection, { ...timeouts, lockSeconds: Math.min(timeouts.lockSeconds, shortLockSeconds) })
  const shortWrites = over(shareConnections(quickly, { size: connectionsFor.shortWrites, onError }))
  const primary = preparing(pool)
  const db = over(primary)
  placesOf.set(db, makePlaces(mostReserved(size)))
  const lists = standby
    ? over(
        standbyFirst({
          primary,
          short,
          standby: preparing(makePool(asRuntime(standby.connection, timeouts), { size, onError })),
          onRead: standby.onRead,
          onError,
        }),
      )
    : db
  // To check whether the database responds, even if all other connections are busy.
  const probe = new pg.Pool({ ...runtime, max: connectionsFor.probe })
  probe.on('error', onError)
  const close = async () => {
    const all = new Set([db, lists, shortReads, shortWrites])
    await Promise.all([...[...all].map((each) => unscoped(each).destroy()), probe.end()])
  }
  return { db, lists, shortReads, shortWrites, pool, probe, close }
}
