import { sql, type Transaction } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Tables } from '../database/tables.ts'
import { ring } from './doorbell.ts'
import type { Actor } from './scope.ts'

export type Write = Transaction<Tables>

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
      const answer = await db.transaction().execute(async (tx) => {
        await sql`select set_config('casebook.actor', ${actor.personid}, true),
          set_config('casebook.actor_name', ${actor.name}, true),
          set_config('casebook.groups', ${`{${actor.groups.map((group) => `"${group}"`).join(',')}}`}, true),
          set_config('casebook.reason', ${reason ?? ''}, true)`.execute(tx)
        return work(tx)
      })
      ring(db)
      return answer
    } catch (error) {
      if (attempt === 3 || !isDeadlock(error)) throw error
    }
  }
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')
}
