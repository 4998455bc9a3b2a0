import { createHash, randomBytes } from 'node:crypto'
import { isGroup } from '@casebook/domain/shared/groups.ts'
import { personName } from '@casebook/domain/users/person-name.ts'
import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { type Actor, proveScope, type Scope } from '../../access/scope.ts'
import { batchedLookup } from '../../database/batched-lookup.ts'
import type { Database } from '../../database/connect.ts'
import type { PersonState } from '../../database/tables-people.ts'
import { unscoped } from '../../database/unscoped.ts'
import { sessionChannel } from '../../database/wake-up.ts'

export type SessionPerson = {
  personid: string
  issuer: string
  sub: string
  state: PersonState
  groups: string[]
  all_sites: boolean
  sites: string[]
  given_name: string | null
  family_name: string | null
  email: string | null
  email_verified: boolean
  phone_number: string | null
  phone_number_verified: boolean
  version: number
}

export type Session = {
  sessionid: string
  person: SessionPerson
  scope: Scope
  /** When it ends regardless of activity. */
  expiresAt: Date
  /** When it ends unless there is activity before. */
  idleEndsAt: Date
}

export type NewSession = {
  personid: string
  issuer: string
  userAgent: string | undefined
  address: string
  tokenGroups: readonly string[]
  providerSid?: string | undefined
  /** Encrypted. */
  idToken?: string | undefined
}

export type SessionLimits = { sessionIdleMinutes: number; sessionHours: number }

/** Whether the session `s` of the person `p` is still valid. */
export function isSessionInForce({ sessionHours, sessionIdleMinutes }: SessionLimits): RawBuilder<boolean> {
  return sql`(s.created_at + ${sessionHours} * interval '1 hour' > now()
    and s.last_active_at + ${sessionIdleMinutes} * interval '1 minute' > now()
    and (p.sessions_ended_at is null or s.created_at > p.sessions_ended_at))`
}

type SessionRow = SessionPerson & {
  sessionid: string
  token_groups: string[]
  expires_at: Date
  idle_ends_at: Date
  stale: boolean
}

const touchEverySeconds = 30

const personColumns = `p.personid, p.issuer, p.sub, p.state, p.groups, p.all_sites, p.sites, p.given_name, p.family_name,
  p.email, p.email_verified, p.phone_number, p.phone_number_verified, p.version`

const findText = `select s.sessionid, s.token_groups,
  s.created_at + $2 * interval '1 hour' as expires_at,
  s.last_active_at + $3 * interval '1 minute' as idle_ends_at,
  s.last_active_at < now() - interval '${touchEverySeconds} seconds' as stale,
  ${personColumns}
from session s join person p using (personid)
where s.sessionid = any($1)
  and s.created_at + $2 * interval '1 hour' > now()
  and s.last_active_at + $3 * interval '1 minute' > now()
  and (p.sessions_ended_at is null or s.created_at > p.sessions_ended_at)`

/** The id that a cookie's token is stored under: its SHA-256 in lowercase hex. */
export function sessionidOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

function scopeOf(row: SessionRow): Scope {
  const groups = [...new Set([...row.groups, ...row.token_groups])].filter(isGroup)
  const actor: Actor = { kind: 'person', personid: row.personid, name: personName(row), groups }
  return proveScope(actor, row.all_sites ? 'all' : row.sites)
}

function sessionOf(row: SessionRow): Session {
  const { sessionid, token_groups, expires_at, idle_ends_at, stale, ...stored } = row
  const scope = scopeOf(row)
  const person = { ...stored, groups: [...scope.actor.groups] }
  return { sessionid, person, scope, expiresAt: expires_at, idleEndsAt: idle_ends_at }
}

/** The sessions of people in browsers, stored in the database so that any server knows them. */
export function makeSessions(db: Database, shortReads: Database, limits: SessionLimits) {
  const { sessionIdleMinutes, sessionHours } = limits

  /** Sessions requested in one turn of the event loop are read by one statement. */
  const read = batchedLookup(async (sessionids) => {
    const values = [sessionids, sessionHours, sessionIdleMinutes]
    const { rows } = await unscoped(shortReads).executeQuery<SessionRow>(CompiledQuery.raw(findText, values))
    return new Map(rows.map((row) => [row.sessionid, row]))
  })

  const touching = new Set<string>()

  /**
   * Records activity, at most every 30 seconds. Nothing waits for it, and its commit does not wait for a standby: a
   * timestamp lost in a crash does no harm.
   */
  function touch(sessionid: string): void {
    if (touching.has(sessionid)) return
    touching.add(sessionid)
    sql`update session set last_active_at = now()
      from (select set_config('synchronous_commit', 'off', true)) as unhurried
      where sessionid = ${sessionid} and last_active_at < now() - ${touchEverySeconds} * interval '1 second'`
      .execute(unscoped(db))
      // The next call retries.
      .catch(() => undefined)
      .finally(() => touching.delete(sessionid))
  }

  /** Ends these sessions and tells every server, which closes the sockets opened with them. */
  async function end(sessionids: readonly string[]): Promise<void> {
    if (sessionids.length === 0) return
    await db
      .deleteFrom('session')
      .where('sessionid', 'in', [...sessionids])
      .execute()
    await sql`select pg_notify(${sessionChannel}, ended) from unnest(${sql.val([...sessionids])}::text[]) as ended`.execute(
      unscoped(db),
    )
  }

  return {
    /** The session of an active person for a cookie's token, with their current rights; one statement. */
    async find(token: string): Promise<Session | undefined> {
      const row = await read(sessionidOf(token))
      return row?.state === 'active' ? sessionOf(row) : undefined
    },
    /** The same by session id, for connections that stay open. */
    async findById(sessionid: string): Promise<Session | undefined> {
      const row = await read(sessionid)
      return row?.state === 'active' ? sessionOf(row) : undefined
    },
    /** Like `find`, for a call that the person made: counts as activity, unless it is not `theirs`. */
    async findActive(token: string, theirs: (person: SessionPerson) => boolean = () => true) {
      const row = await read(sessionidOf(token))
      if (row?.state !== 'active') return undefined
      if (!row.stale || !theirs(row)) return sessionOf(row)
      touch(row.sessionid)
      return sessionOf({ ...row, idle_ends_at: new Date(Date.now() + sessionIdleMinutes * 60_000) })
    },
    /** The person of a valid session that grants nothing, because they are not active. */
    async findRefused(token: string): Promise<SessionPerson | undefined> {
      const row = await read(sessionidOf(token))
      return row && row.state !== 'active' ? sessionOf(row).person : undefined
    },
    /** Those of these sessions that are an active person's own and in force. */
    async findOwn(personid: string, sessionids: readonly string[]): Promise<string[]> {
      if (sessionids.length === 0) return []
      const rows = await db
        .selectFrom('session as s')
        .innerJoin('person as p', 'p.personid', 's.personid')
        .select('s.sessionid')
        .where('s.personid', '=', personid)
        .where('s.sessionid', 'in', [...sessionids])
        .where('p.state', '=', 'active')
        .where(isSessionInForce(limits))
        .execute()
      return rows.map(({ sessionid }) => sessionid)
    },
    /** Begins a session and returns its token: 256 random bits, of which only the hash is stored. */
    async begin(session: NewSession): Promise<string> {
      const token = randomBytes(32).toString('base64url')
      await db
        .insertInto('session')
        .values({
          sessionid: sessionidOf(token),
          personid: session.personid,
          issuer: session.issuer,
          user_agent: session.userAgent?.slice(0, 500) ?? null,
          address: session.address,
          token_groups: sql<string[]>`${sql.val([...session.tokenGroups])}::text[]`,
          provider_sid: session.providerSid ?? null,
          id_token: session.idToken ?? null,
        })
        .execute()
      return token
    },
    end,
    /** Ends the sessions that began with one provider session or, without its `sid`, all of a person's. Returns how many. */
    async endAtProvider({
      issuer,
      sub,
      sid,
    }: {
      issuer: string
      sub?: string | undefined
      sid?: string | undefined
    }): Promise<number> {
      const { rows } = await sql<{ sessionid: string }>`
        select s.sessionid from session s join person p using (personid)
        where s.issuer = ${issuer} and (${sid ?? null}::text is null or s.provider_sid = ${sid ?? null})
          and (${sub ?? null}::text is null or p.sub = ${sub ?? null})`.execute(unscoped(db))
      await end(rows.map(({ sessionid }) => sessionid))
      return rows.length
    },
    /** What signing out needs, whether or not the session has expired: when it ends, and the encrypted ID token. */
    async findToEnd(sessionid: string): Promise<{ expiresAt: Date; idToken: string | null } | undefined> {
      return await db
        .selectFrom('session')
        .select([sql<Date>`created_at + ${sessionHours} * interval '1 hour'`.as('expiresAt'), 'id_token as idToken'])
        .where('sessionid', '=', sessionid)
        .executeTakeFirst()
    },
    /** Removes expired sessions. Returns how many. */
    async sweep(): Promise<number> {
      const { rows } = await sql<{ sessionid: string }>`delete from session s using person p
        where p.personid = s.personid and (s.created_at + ${sessionHours} * interval '1 hour' <= now()
          or s.last_active_at + ${sessionIdleMinutes} * interval '1 minute' <= now()
          or s.created_at <= p.sessions_ended_at)
        returning s.sessionid`.execute(unscoped(db))
      return rows.length
    },
  }
}

export type Sessions = ReturnType<typeof makeSessions>
