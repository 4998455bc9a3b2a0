import { setTimeout as wait } from 'node:timers/promises'
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { isConnectionLost } from './lost-connection.ts'

/** Called around every statement, for traces. */
export type Around = <Answer>(text: string, run: () => Promise<Answer>) => Promise<Answer>

/**
 * A pool that survives a restart of the database server: callers wait while no connection is available, and an
 * interrupted read is sent again on another connection. A transaction is not resent; `write` starts it again.
 */
export function retrying(pool: PostgresPool, around?: Around): PostgresPool {
  return {
    connect: async () => retryingClient(pool, await acquire(pool, makeBackoff()), around),
    end: () => pool.end(),
    options: pool.options,
  }
}

async function acquire(pool: PostgresPool, backoff: Backoff): Promise<PostgresPoolClient> {
  for (;;) {
    try {
      return await pool.connect()
    } catch (error) {
      if (!isConnectionLost(error) || !(await backoff.pause())) throw error
    }
  }
}

/** Only reads may be sent twice. */
const repeatable = /^\s*(select|with|show)\b/i
const writes = /\b(insert|update|delete|merge|nextval|pg_notify)\b/i
const begins = /^\s*(begin|start transaction)\b/i
const ends = /^\s*(commit|rollback)\s*$/i

function retryingClient(pool: PostgresPool, first: PostgresPoolClient, around: Around | undefined): PostgresPoolClient {
  let client = first
  let isBroken = false
  let isReleased = false
  let isInTransaction = false

  async function send<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    let backoff: Backoff | undefined
    // Statements may be sent before BEGIN is answered.
    if (begins.test(text)) isInTransaction = true
    for (;;) {
      try {
        const result = await client.query<Row>(text, parameters)
        if (ends.test(text)) isInTransaction = false
        return result
      } catch (error) {
        if (!isConnectionLost(error)) throw error
        isBroken = true
        const mayRepeat = !isInTransaction && repeatable.test(text) && !writes.test(text)
        backoff ??= makeBackoff()
        if (!mayRepeat || !(await backoff.pause())) throw error
        client.release(true)
        // Remains set if no other connection is available any more.
        isReleased = true
        client = await acquire(pool, backoff)
        isReleased = false
        isBroken = false
      }
    }
  }

  function query<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  function query<Row>(
    asked: string | PostgresCursor<Row>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<Row>> | PostgresCursor<Row> {
    if (typeof asked !== 'string') return client.query(asked)
    return around ? around(asked, () => send<Row>(asked, parameters)) : send(asked, parameters)
  }

  // A connection that failed once is not reused.
  function release(discard = false) {
    if (!isReleased) client.release(discard || isBroken)
  }
  return { query, release }
}

/** How long a call waits for an unavailable database, for example during a failover, before it fails. */
export const retryForMs = 30_000

/** A time limit for several attempts, with growing pauses between them. */
export function makeBackoff(milliseconds = retryForMs) {
  const end = performance.now() + milliseconds
  let pauseMs = 50
  return {
    /** Pauses before the next attempt. Returns false when the time is up. */
    async pause(): Promise<boolean> {
      if (performance.now() + pauseMs > end) return false
      await wait(pauseMs * (0.5 + Math.random()))
      pauseMs = Math.min(pauseMs * 2, 1_000)
      return true
    },
  }
}

export type Backoff = ReturnType<typeof makeBackoff>
