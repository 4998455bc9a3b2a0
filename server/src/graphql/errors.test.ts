import pg from 'pg'
import { register } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, type Person, startCasebook } from '../../test/beds/casebook.ts'
import { run } from '../../test/beds/operations.ts'
import { addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'

let casebook: Casebook
let place: Place
let admin: Person
beforeAll(async () => {
  casebook = await startCasebook({ DATABASE_STATEMENT_TIMEOUT_SECONDS: '1' })
  place = await makePlace(casebook)
  admin = await addPerson(casebook, 'Admin', { groups: ['admin', 'hp', 'study:admin'] })
})
afterAll(() => casebook.stop())

async function countOf(cause: string): Promise<number> {
  const { values = [] } = (await register.getSingleMetric('casebook_database_failures_total')?.get()) ?? {}
  return values.find(({ labels }) => labels.cause === cause)?.value ?? Number.NaN
}

test('a statement that takes too long says so, changes nothing and is counted by itself', async () => {
  const superuser = new pg.Client({ connectionString: casebook.database.superuser.url })
  await superuser.connect()
  await superuser.query(`create function hang() returns trigger language plpgsql as 'begin perform pg_sleep(30); return new; end';
    create trigger hangs after update of name on study execute function hang()`)
  await superuser.end()
  const counts = async () => ({ slow: await countOf('too slow'), gone: await countOf('unavailable') })
  const before = await counts()
  const { siteid, studyid } = place
  const { name } = await run(admin, 'getStudy', { siteid, studyid }, 'name')
  const change = `mutation ($siteid: ID!, $studyid: ID!) {
    updateStudy(siteid: $siteid, studyid: $studyid, input: { name: "Other", status: "OPEN" }) { name } }`
  const why = await admin.refused(change, { siteid, studyid })
  expect(why).toMatchObject({ code: 'INTERNAL', reason: 'database.too-slow' })
  expect(why.message).toContain('longer than it may')
  expect(await counts()).toEqual({ slow: before.slow + 1, gone: before.gone })
  expect(await run(admin, 'getStudy', { siteid, studyid }, 'name')).toEqual({ name })
})
