import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { sessionChannel } from '../database/wake-up.ts'
import { isSessionInForce, type SessionLimits } from '../identity/sessions/sessions.ts'
import type { PeopleWrite } from '../writes/write.ts'

export type OwnSession = {
  sessionid: string
  user_agent: string | null
  address: string | null
  created_at: Date
  last_active_at: Date
}

/** A person's valid sessions, last used first. */
export async function listSessionsOf(db: Database, personid: string, limits: SessionLimits): Promise<OwnSession[]> {
  return db
    .selectFrom('session as s')
    .innerJoin('person as p', 'p.personid', 's.personid')
    .select(['s.sessionid', 's.user_agent', 's.address', 's.created_at', 's.last_active_at'])
    .where('s.personid', '=', personid)
    .where(isSessionInForce(limits))
    .orderBy('s.last_active_at', 'desc')
    .execute()
}

/** Ends one session of a person, or all. Every server is notified and closes their sockets. Returns how many. */
export async function endSessionsOf(db: Database | PeopleWrite, personid: string, sessionid?: string): Promise<number> {
  const ended = await db
    .with('ended', (query) =>
      query
        .deleteFrom('session')
        .where('personid', '=', personid)
        .$if(sessionid !== undefined, (one) => one.where('sessionid', '=', sessionid ?? ''))
        .returning('sessionid'),
    )
    .selectFrom('ended')
    .select(['sessionid', sql`pg_notify(${sessionChannel}, sessionid)`.as('notified')])
    .execute()
  return ended.length
}

/** Invalidates all sessions that began before this moment, including those that a sign-in is just creating. */
export async function invalidateSessions(tx: PeopleWrite, personid: string): Promise<void> {
  await tx.updateTable('person').set({ sessions_ended_at: sql<Date>`now()` }).where('personid', '=', personid).execute()
  await endSessionsOf(tx, personid)
}
