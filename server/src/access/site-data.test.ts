import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../database/connect.ts'
import type { PeopleWrite } from '../writes/write.ts'
import { proveScope, systemActor } from './scope.ts'
import { readJson, readsOf, type SiteData } from './site-data.ts'

const scope = proveScope(systemActor('tests'), 'all')

/** Never called: code that must not compile. If one of these lines compiles, `npm run typecheck` fails. */
export function mustNotCompile(db: SiteData, people: Database, tx: PeopleWrite) {
  // @ts-expect-error A statement on site tables needs a Scope.
  db.selectFrom('site')
  // @ts-expect-error So does a statement written as text.
  sql`select * from site`.execute(db)
  // @ts-expect-error So does a statement that returns JSON.
  readJson(db, sql`select * from site`)
  // @ts-expect-error The handle for people has no tables of site data.
  people.selectFrom('current_site')
  // @ts-expect-error It can't join them.
  people.selectFrom('person').innerJoin('subject', 'subject.siteid', 'person.personid')
  // @ts-expect-error It can't run a statement written as text, which could name one.
  sql`select * from site`.execute(people)
  // @ts-expect-error Neither can its transactions.
  sql`select * from site`.execute(tx)
  // @ts-expect-error It can't begin a transaction with all tables.
  people.transaction()
  // @ts-expect-error It reads the history without its values.
  people.selectFrom('history').select('after')
  // @ts-expect-error Only sign-in, tokens and the server's own tasks create a Scope.
  readsOf(db, { actor: scope.actor, sites: 'all' })
  return readsOf(db, scope).selectFrom('site').select('siteid')
}

test('a scope opens exactly the handle that was sealed', () => {
  const handle = Object.create(null)
  expect(readsOf(handle, scope)).toBe(handle)
})
