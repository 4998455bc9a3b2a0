import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { unscoped } from '../database/unscoped.ts'
import { readersChannel } from '../database/wake-up.ts'
import type { Live } from '../live/live.ts'
import { createPresence, type Presence } from '../live/presence.ts'
import { topicOf } from '../records/notices.ts'

/** Who has which form open: told to the other processes by PostgreSQL, and to the subscribers of this one. */
export function openPresence(db: Database, live: Live): Presence {
  return createPresence({
    from: randomUUID(),
    send: (messages) =>
      sql`select pg_notify(${readersChannel}, said) from unnest(${sql.val([...messages])}::text[]) as said`.execute(
        unscoped(db),
      ),
    tell({ formtypeid, ...place }) {
      const topic = topicOf('onFormReadersUpdates', place.subjectid, formtypeid)
      live.publish([{ topic, change: { action: 'UPDATED', ...place, id: formtypeid } }])
    },
  })
}
