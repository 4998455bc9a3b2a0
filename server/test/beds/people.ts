import { randomBytes, randomUUID } from 'node:crypto'
import type { Group } from '@casebook/domain/shared/groups.ts'
import { sql } from 'kysely'
import { systemActor } from '../../src/access/scope.ts'
import { sessionidOf } from '../../src/identity/sessions/sessions.ts'
import { writePeople } from '../../src/writes/write.ts'
import { Browser } from './browser.ts'
import { type Casebook, type Person, personIn } from './casebook.ts'

export type Rights = {
  groups?: readonly Group[]
  sites?: 'all' | readonly string[]
  state?: 'pending' | 'active' | 'deactivated'
}

export type AddedPerson = Person & { personid: string; name: string }

const actor = systemActor('tests')

/** A person with these rights, signed in without the provider. By default active, and of all sites. */
export async function addPerson(casebook: Casebook, name: string, rights: Rights = {}): Promise<AddedPerson> {
  const personid = randomUUID()
  await writePeople(casebook.services.people, actor, undefined, (tx) =>
    tx
      .insertInto('person')
      .values({
        personid,
        issuer: 'tests',
        sub: personid,
        given_name: name || null,
        ...columnsOf({ sites: 'all', ...rights }),
      })
      .execute(),
  )
  return { ...(await signInAs(casebook, personid)), personid, name }
}

/** Changes a person's rights, as an administrator would. */
export async function changePerson(casebook: Casebook, personid: string, rights: Rights) {
  await writePeople(casebook.services.people, actor, undefined, (tx) =>
    tx.updateTable('person').set(columnsOf(rights)).where('personid', '=', personid).execute(),
  )
}

async function signInAs(casebook: Casebook, personid: string) {
  const token = randomBytes(32).toString('base64url')
  await casebook.services.people
    .insertInto('session')
    .values({ sessionid: sessionidOf(token), personid, address: '127.0.0.1', issuer: 'tests' })
    .execute()
  const browser = new Browser()
  browser.setCookie(new URL(casebook.origin).hostname, 'casebook_session', token)
  return personIn(browser, casebook.origin)
}

function columnsOf({ groups, sites, state = 'active' }: Rights) {
  const texts = (list: readonly string[]) => sql<string[]>`${sql.val([...list])}::text[]`
  return {
    state,
    ...(groups && { groups: texts(groups) }),
    ...(sites && { all_sites: sites === 'all', sites: texts(sites === 'all' ? [] : sites) }),
  }
}
