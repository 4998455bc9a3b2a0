import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import { type Reader, readsOf, type SiteData } from '../access/site-data.ts'
import { onOneConnection } from '../database/connect.ts'

/**
 * Runs `work` in a transaction, unless another process is at it: then the answer is false. Not by `write`: what is kept has
 * no history, and nobody is to be told of it.
 */
export function inTurn(db: SiteData, scope: Scope, work: (tx: Reader) => Promise<boolean>): Promise<boolean> {
  return onOneConnection(readsOf(db, scope), async ({ reader, now }) => {
    const tx = readsOf(reader, scope)
    await now('begin')
    try {
      const turn = await sql<{
        is: boolean
      }>`select pg_try_advisory_xact_lock(hashtext('facts of subjects'), 0) as is`.execute(tx)
      const isMore = turn.rows[0]?.is ? await work(tx) : false
      await now('commit')
      return isMore
    } catch (error) {
      await now('rollback').catch(() => undefined)
      throw error
    }
  })
}
