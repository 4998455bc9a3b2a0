import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Tables } from '../database/tables.ts'
import type { PersonState } from '../database/tables-people.ts'
import { type Actor, systemActor } from '../platform/scope.ts'
import type { SessionLimits } from '../platform/sessions/sessions.ts'
import { type Write, write } from '../platform/write.ts'
import { addPerson, lockIdentity, type Person } from './people.sql.ts'

type Which = { state?: PersonState | undefined; personid?: string | undefined }

export type PersonRow = {
  personid: string
  issuer: string
  sub: string
  state: PersonState
  given_name: string | null
  family_name: string | null
  email: string | null
  email_verified: boolean
  phone_number: string | null
  groups: string[]
  all_sites: boolean
  sites: string[]
  created_at: Date
  version: number
  asserted_name: string | null
  hpr_number: string | null
  assurance_level: string | null
  first_seen_at: Date | null
  last_seen_at: Date | null
  session_count: number
  token_count: number
}

/** People with what the provider said of them and what they have open: the pending first, then by name. */
export async function listPeople(
  db: Kysely<Tables>,
  limits: SessionLimits,
  { state, personid }: Which = {},
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select p.*, a.name as asserted_name, a.hpr_number, a.assurance_level, a.first_seen_at, a.last_seen_at,
      (select count(*) from session s where s.personid = p.personid and p.state = 'active'
        and s.created_at + ${limits.sessionHours} * interval '1 hour' > now()
        and s.last_active_at + ${limits.sessionIdleMinutes} * interval '1 minute' > now()
        and (p.sessions_ended_at is null or s.created_at > p.sessions_ended_at)) as session_count,
      (select count(*) from access_token t where t.personid = p.personid and t.removed_at is null and t.expires_at > now()) as token_count
    from person p left join person_asserted a using (personid)
    where (${state ?? null}::text is null or p.state = ${state ?? null})
      and (${personid ?? null}::text is null or p.personid = ${personid ?? null})
    order by p.state <> 'pending', lower(coalesce(p.family_name, a.name, p.sub)), lower(p.given_name), p.personid`.execute(
    db,
  )
  return rows
}

/** How many active administrators there are besides one person. Locks them all, so that no two changes pass each other. */
export async function countOtherAdmins(tx: Write, personid: string): Promise<number> {
  const rows = await tx
    .selectFrom('person')
    .select('personid')
    .where('state', '=', 'active')
    .where(sql<boolean>`'admin' = any(groups)`)
    .orderBy('personid')
    .forUpdate()
    .execute()
  return rows.filter((row) => row.personid !== personid).length
}

export type Rights = { state: PersonState; groups: readonly string[]; all_sites: boolean; sites: readonly string[] }

export async function setRights(
  tx: Write,
  personid: string,
  { state, groups, all_sites, sites }: Rights,
): Promise<void> {
  await tx
    .updateTable('person')
    .set({
      state,
      all_sites,
      groups: sql<string[]>`${sql.val([...groups])}::text[]`,
      sites: sql<string[]>`${sql.val(all_sites ? [] : [...sites])}::text[]`,
    })
    .where('personid', '=', personid)
    .execute()
}

export async function setState(tx: Write, personid: string, state: PersonState): Promise<void> {
  await tx.updateTable('person').set({ state }).where('personid', '=', personid).execute()
}

/** Those of these sites that are not there. */
export async function listMissingSites(tx: Write, siteids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('current_site')
    .select('siteid')
    .where('siteid', 'in', ['', ...siteids])
    .execute()
  return siteids.filter((siteid) => !rows.some((row) => row.siteid === siteid))
}

/**
 * Makes a person an active administrator of all sites, whether they signed in before or not. Groups that they hold stay.
 * The way to the first administrator (decisions, section 1).
 */
export function grantAdmin(
  db: Database,
  actor: Actor,
  { issuer, sub }: { issuer: string; sub: string },
): Promise<Person> {
  return write(db, actor, 'granted on the shell of the server', async (tx) => {
    const before = (await lockIdentity(tx, issuer, sub)) ?? (await addPerson(tx, { issuer, sub }))
    const groups = [...new Set([...before.groups, 'admin'])]
    await setRights(tx, before.personid, { state: 'active', groups, all_sites: true, sites: [] })
    return { ...before, state: 'active', groups, all_sites: true }
  })
}

/** A first sign-in that no administrator approved in 60 days is forgotten; the history keeps that it was. Answers how many. */
export async function removeForgottenPeople(db: Database): Promise<number> {
  const isOld = sql<boolean>`state = 'pending' and created_at < now() - interval '60 days'`
  const found = await db.selectFrom('person').select('personid').where(isOld).limit(1).executeTakeFirst()
  if (!found) return 0
  return write(db, systemActor('sweep'), 'not approved within 60 days', async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('person').where(isOld).executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}
