import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { isConnectionLost } from './lost-connection.ts'
import { makePatience, type Patience } from './patience.ts'

/** Called around every statement, for traces. */
export type Around = <Answer>(text: string, run: () => Promise<Answer>) => Promise<Answer>

/**
 * Hands out connections that outlive a server's restart: who asks for one waits while there is none to be had, and a read
 * that a break interrupted is sent again over another. A transaction is not: `write` begins it anew.
 */
export function patient(pool: PostgresPool, around?: Around): PostgresPool {
  return {
    connect: async () => patientClient(pool, await acquire(pool, makePatience()), around),
    end: () => pool.end(),
    options: pool.options,
  }
}

async function acquire(pool: PostgresPool, patience: Patience): Promise<PostgresPoolClient> {
  for (;;) {
    try {
      return await pool.connect()
    } catch (error) {
      if (!isConnectionLost(error) || !(await patience.pause())) throw error
    }
  }
}

/** Only reads may be sent twice. */
const repeatable = /^\s*(select|with|show)\b/i
const writes = /\b(insert|update|delete|merge|nextval|pg_notify)\b/i
const begins = /^\s*(begin|start transaction)\b/i
const ends = /^\s*(commit|rollback)\s*$/i

function patientClient(pool: PostgresPool, first: PostgresPoolClient, around: Around | undefined): PostgresPoolClient {
  let client = first
  let isBroken = false
  let isInTransaction = false

  async function send<Row>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    let patience: Patience | undefined
    // Statements may be sent before the one that begins the transaction is answered.
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
        patience ??= makePatience()
        if (!mayRepeat || !(await patience.pause())) throw error
        client.release(true)
        client = await acquire(pool, patience)
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

  // A connection that failed once is not used again.
  return { query, release: (discard = false) => client.release(discard || isBroken) }
}
