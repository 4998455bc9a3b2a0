import { type NotNull, type RawBuilder, sql } from 'kysely'
import { type Actor, type Scope, systemActor } from '../access/scope.ts'
import { readsOf } from '../access/site-data.ts'
import type { Database } from '../database/connect.ts'
import type { PersonState } from '../database/tables-people.ts'
import { addPerson, lockIdentity, type Person } from '../identity/people/people.sql.ts'
import { isSessionInForce, type SessionLimits } from '../identity/sessions/sessions.ts'
import { type PeopleWrite, writePeople } from '../writes/write.ts'
import { isTokenInForce } from './tokens.sql.ts'

type PersonFilter = { state?: PersonState | undefined; personid?: string | undefined }
type Sites = Scope['sites']

/** The condition of `mayAdminister` (rights.rules.ts) for a row of `person` with the alias `p`. */
function isAdministeredBy(own: Sites): RawBuilder<boolean> {
  return own === 'all'
    ? sql`true`
    : sql`(not p.all_sites and p.sites <@ ${sql.val([...own])}::text[]
        and (p.sites <> '{}' or p.state = 'pending'))`
}

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

/**
 * The people that an administrator of the sites `own` is responsible for, with the provider's claims and their numbers
 * of sessions and tokens: pending people first, then by name.
 */
export async function listPeople(
  db: Database,
  own: Sites,
  limits: SessionLimits,
  { state, personid }: PersonFilter = {},
): Promise<PersonRow[]> {
  return db
    .selectFrom('person as p')
    .leftJoin('person_asserted as a', 'a.personid', 'p.personid')
    .selectAll('p')
    .select(['a.name as asserted_name', 'a.hpr_number', 'a.assurance_level', 'a.first_seen_at', 'a.last_seen_at'])
    .select(({ selectFrom, fn }) => [
      selectFrom('session as s')
        .select(fn.countAll<number>().as('count'))
        .whereRef('s.personid', '=', 'p.personid')
        .where(sql<boolean>`p.state = 'active'`)
        .where(isSessionInForce(limits))
        .as('session_count'),
      selectFrom('access_token as t')
        .select(fn.countAll<number>().as('count'))
        .whereRef('t.personid', '=', 'p.personid')
        .where(isTokenInForce)
        .as('token_count'),
    ])
    .where(isAdministeredBy(own))
    .$if(state !== undefined, (query) => query.where('p.state', '=', state ?? 'pending'))
    .$if(personid !== undefined, (query) => query.where('p.personid', '=', personid ?? ''))
    .orderBy(sql`p.state <> 'pending', lower(coalesce(p.family_name, a.name, p.sub)), lower(p.given_name), p.personid`)
    .$narrowType<{ session_count: NotNull; token_count: NotNull }>()
    .execute()
}

/** The number of other active administrators of all sites. Locks them, so that two concurrent changes can't both pass. */
export async function countOtherAdmins(tx: PeopleWrite, personid: string): Promise<number> {
  const rows = await tx
    .selectFrom('person')
    .select('personid')
    .where('state', '=', 'active')
    .where('all_sites', '=', true)
    .where(sql<boolean>`'admin' = any(groups)`)
    .orderBy('personid')
    .forUpdate()
    .execute()
  return rows.filter((row) => row.personid !== personid).length
}

export type Rights = { state: PersonState; groups: readonly string[]; all_sites: boolean; sites: readonly string[] }

export async function setRights(
  tx: PeopleWrite,
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

export async function setState(tx: PeopleWrite, personid: string, state: PersonState): Promise<void> {
  await tx.updateTable('person').set({ state }).where('personid', '=', personid).execute()
}

/** Those of these sites that do not exist. */
export async function listMissingSites(tx: PeopleWrite, scope: Scope, siteids: readonly string[]): Promise<string[]> {
  const rows = await readsOf(tx, scope)
    .selectFrom('current_site')
    .select('siteid')
    .where('siteid', 'in', ['', ...siteids])
    .execute()
  return siteids.filter((siteid) => !rows.some((row) => row.siteid === siteid))
}

/**
 * Makes a person an active administrator of all sites, whether or not they have signed in before. Keeps their groups.
 * This creates the first administrator.
 */
export function grantAdmin(
  db: Database,
  actor: Actor,
  { issuer, sub }: { issuer: string; sub: string },
): Promise<Person> {
  return writePeople(db, actor, 'granted on the shell of the server', async (tx) => {
    const before = (await lockIdentity(tx, issuer, sub)) ?? (await addPerson(tx, { issuer, sub }))
    const groups = [...new Set([...before.groups, 'admin'])]
    await setRights(tx, before.personid, { state: 'active', groups, all_sites: true, sites: [] })
    return { ...before, state: 'active', groups, all_sites: true }
  })
}

/** Removes first sign-ins that no administrator approved within 60 days. The history keeps them. Returns how many. */
export async function removeForgottenPeople(db: Database): Promise<number> {
  const isOld = sql<boolean>`state = 'pending' and created_at < now() - interval '60 days'`
  const found = await db.selectFrom('person').select('personid').where(isOld).limit(1).executeTakeFirst()
  if (!found) return 0
  return writePeople(db, systemActor('sweep'), 'not approved within 60 days', async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('person').where(isOld).executeTakeFirstOrThrow()
    return Number(numDeletedRows)
  })
}
