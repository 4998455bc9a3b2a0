import { isGroup, mayCall } from '@casebook/domain/shared/groups.ts'
import { coversSite, proveScope, type Scope } from '../access/scope.ts'
import type { Database } from '../database/connect.ts'
import { scopeOfToken } from '../identity/callers.ts'
import { findPerson } from '../identity/people/people.sql.ts'
import { isSessionInForce } from '../identity/sessions/sessions.ts'
import { findTokenInForce } from '../identity/tokens/acting-token.ts'
import type { Importers } from './importers.ts'
import type { Work } from './work.sql.ts'

/** Who may import, as `@allow` of the calls says. */
const groups = ['admin', 'hp']

/** The rights that an import has now: those of its token, or of the person. Undefined if they do not suffice any more. */
export async function scopeOf(
  { people, sessions }: Pick<Importers, 'people' | 'sessions'>,
  work: Work,
): Promise<Scope | undefined> {
  const scope = work.tokenid === null ? await ofPerson(people, sessions, work) : await ofToken(people, work.tokenid)
  if (!scope || !mayCall(scope.actor.groups, groups) || !coversSite(scope, work.siteid)) return undefined
  if (scope.studies && !scope.studies.includes(work.studyid)) return undefined
  return scope
}

async function ofToken(people: Database, tokenid: string): Promise<Scope | undefined> {
  const token = await findTokenInForce(people, tokenid)
  return token?.scopes.includes('write') ? scopeOfToken(token) : undefined
}

/** With the groups that the identity provider gave the sessions of the person that are in force. */
async function ofPerson(
  people: Database,
  limits: Importers['sessions'],
  { personid, person_name: name }: Work,
): Promise<Scope | undefined> {
  const person = await findPerson(people, personid)
  if (person?.state !== 'active') return undefined
  const sessions = await people
    .selectFrom('session as s')
    .innerJoin('person as p', 'p.personid', 's.personid')
    .select('s.token_groups')
    .where('s.personid', '=', personid)
    .where(isSessionInForce(limits))
    .execute()
  const held = new Set([...person.groups, ...sessions.flatMap(({ token_groups }) => token_groups)])
  const actor = { kind: 'person' as const, personid, name, groups: [...held].filter(isGroup) }
  return proveScope(actor, person.all_sites ? 'all' : person.sites)
}
