import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Reader } from '../database/read.ts'
import { ring } from './doorbell.ts'
import type { Actor } from './scope.ts'

declare const attributed: unique symbol

/** The inside of a transaction that knows who acts; only `write` makes one. */
export type Write = Reader & { readonly [attributed]: true }

/**
 * One attributed transaction: history triggers refuse any write outside of this. Commits before it answers, then
 * rings the doorbell so that every server process reads what changed from the history.
 * A deadlock is tried again, up to three times; `work` must therefore do nothing but database work.
 */
export async function write<T>(
  db: Database,
  actor: Actor,
  reason: string | undefined,
  work: (tx: Write) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await db.connection().execute((connection) => transact(connection, actor, reason, work))
      ring(db)
      return answer
    } catch (error) {
      if (attempt === 3 || !isDeadlock(error)) throw error
    }
  }
}

async function transact<T>(
  connection: Reader,
  actor: Actor,
  reason: string | undefined,
  work: (tx: Write) => Promise<T>,
): Promise<T> {
  // Not waited for: they go out together with the first statement of the work, on the same connection and in this order.
  const begun = Promise.all([sql`begin`.execute(connection), attribute(connection, actor, reason)])
  begun.catch(() => undefined)
  try {
    const answer = await work(connection as Write)
    await begun
    await commit(connection)
    return answer
  } catch (error) {
    await sql`rollback`.execute(connection).catch(() => undefined)
    throw error
  }
}

function attribute(connection: Reader, { personid, name, groups }: Actor, reason: string | undefined) {
  const groupsText = `{${groups.map((group) => `"${group}"`).join(',')}}`
  return sql`select set_config('casebook.actor', ${personid}, true), set_config('casebook.actor_name', ${name}, true),
    set_config('casebook.groups', ${groupsText}, true), set_config('casebook.reason', ${reason ?? ''}, true)`.execute(
    connection,
  )
}

/** PostgreSQL answers the COMMIT of a transaction in which something failed with ROLLBACK, and no error. */
async function commit(connection: Reader) {
  const { rows } = await sql<{ command: string }>`commit`.execute(connection)
  if (rows[0]?.command !== 'COMMIT') throw new Error('The transaction was rolled back.')
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')
}
