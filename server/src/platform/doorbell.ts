import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/** Every server process listens here; the payload is empty, since what changed stands in the history. */
export const doorbell = 'casebook'

/** While much is written the bell rings at most a hundred times a second; after a while of quiet it rings at once. */
const pauseMs = 10

const ringing = new WeakMap<Database, { again: boolean }>()

/**
 * Tells every process that something was committed. Calls that come while one is under way share the next.
 * A lost ring loses nothing: processes also look by themselves every few seconds.
 */
export function ring(db: Database): void {
  const busy = ringing.get(db)
  if (busy) {
    busy.again = true
    return
  }
  const state = { again: false }
  ringing.set(db, state)
  sql`notify ${sql.id(doorbell)}`
    .execute(db)
    .catch(() => undefined)
    .then(() => wait(pauseMs, undefined, { ref: false }))
    .then(() => {
      ringing.delete(db)
      if (state.again) ring(db)
    })
}
