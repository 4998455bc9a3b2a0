import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { sessionChannel } from '../platform/feed.ts'
import type { SessionLimits } from '../platform/sessions/sessions.ts'
import type { Write } from '../platform/write.ts'

export type OwnSession = {
  sessionid: string
  user_agent: string | null
  address: string | null
  created_at: Date
  last_active_at: Date
}

/** A person's sessions that still open something, the one last used first. */
export async function listSessionsOf(db: Database, personid: string, limits: SessionLimits): Promise<OwnSession[]> {
  const { rows } = await sql<OwnSession>`
    select s.sessionid, s.user_agent, s.address, s.created_at, s.last_active_at
    from session s join person p using (personid)
    where s.personid = ${personid}
      and s.created_at + ${limits.sessionHours} * interval '1 hour' > now()
      and s.last_active_at + ${limits.sessionIdleMinutes} * interval '1 minute' > now()
      and (p.sessions_ended_at is null or s.created_at > p.sessions_ended_at)
    order by s.last_active_at desc`.execute(db)
  return rows
}

/** Ends one session of a person, or all; every server hears of it and closes what is open. Answers how many. */
export async function endSessionsOf(db: Database | Write, personid: string, sessionid?: string): Promise<number> {
  const { rows } = await sql<{ sessionid: string }>`
    with ended as (
      delete from session where personid = ${personid} and (${sessionid ?? null}::text is null or sessionid = ${sessionid ?? null})
      returning sessionid)
    select sessionid, pg_notify(${sessionChannel}, sessionid) from ended`.execute(db)
  return rows.length
}

/** Sessions that begin before this moment are over, those that a sign-in under way is just making included. */
export async function voidSessions(tx: Write, personid: string): Promise<void> {
  await tx.updateTable('person').set({ sessions_ended_at: sql<Date>`now()` }).where('personid', '=', personid).execute()
  await endSessionsOf(tx, personid)
}
