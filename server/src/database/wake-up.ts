import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './connect.ts'
import { unscoped } from './unscoped.ts'

/** Every server process listens on this channel. The payload is empty: the history says what changed. */
export const historyChannel = 'casebook'

/** The payload on that channel after a transaction of minutes: everybody is told to read again. */
export const readAgain = 'read again'

/** Every server process listens on this channel, too. The payload is the id of a session that ended. */
export const sessionChannel = 'casebook_session'

/** Every server process listens on this channel, too. The payload says who has which form open (live/presence.ts). */
export const readersChannel = 'casebook_readers'

/** At most a hundred wake-ups per second; after a pause the first one goes out at once. */
const pauseMs = 10

const sending = new WeakMap<Database, { again: boolean }>()

/**
 * Notifies every process that something was committed. Calls during a notification share the next one. A lost wake-up
 * loses no change: processes also poll every few seconds.
 */
export function wakeUp(db: Database): void {
  const busy = sending.get(db)
  if (busy) {
    busy.again = true
    return
  }
  const state = { again: false }
  sending.set(db, state)
  sql`notify ${sql.id(historyChannel)}`
    .execute(unscoped(db))
    .catch(() => undefined)
    .then(() => wait(pauseMs, undefined, { ref: false }))
    .then(() => {
      sending.delete(db)
      if (state.again) wakeUp(db)
    })
}
