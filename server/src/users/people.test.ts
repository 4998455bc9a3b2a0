import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, type Person, startCasebook } from '../../test/beds/casebook.ts'
import { openLive, until } from '../../test/beds/live.ts'
import { addPerson } from '../../test/beds/people.ts'
import { proveScope, systemActor } from '../access/scope.ts'
import { readsOf } from '../access/site-data.ts'
import { unscoped } from '../database/unscoped.ts'
import { removeForgottenPeople } from './administration.sql.ts'

let casebook: Casebook
let admin: Person
beforeAll(async () => {
  casebook = await startCasebook()
  admin = await casebook.as('admin')
  await admin.ask(
    'mutation { a: addSite(identifier: "oslo", name: "Oslo") { siteid } b: addSite(identifier: "bergen", name: "Bergen") { siteid } }',
  )
})
afterAll(() => casebook.stop())

const fields =
  '{ personid sub state groups all_sites sites sessionCount version asserted { name hpr_number assurance_level last_seen } }'
const list = async (state?: string) =>
  (await admin.ask(`query ($state: PersonState) { listPeople(state: $state) ${fields} }`, { state })).listPeople
const find = async (sub: string) => (await list()).find((person: { sub: string }) => person.sub === sub)
const approve = `mutation ($personid: ID!, $input: RightsInput!) { approvePerson(personid: $personid, input: $input) ${fields} }`
const update = `mutation ($personid: ID!, $input: RightsInput!) { updatePerson(personid: $personid, input: $input) ${fields} }`
const deactivate = `mutation ($personid: ID!, $version: Int) { deactivatePerson(personid: $personid, version: $version) ${fields} }`
const reactivate = `mutation ($personid: ID!) { reactivatePerson(personid: $personid) ${fields} }`
const hp = { groups: ['hp'], all_sites: false, sites: ['oslo'] }

test('a newcomer is listed first with the provider’s claims, is approved in one step and can sign in', async () => {
  const newcomer = await casebook.signIn('newcomer')
  expect((await newcomer.call('{ me { sub } }')).status).toBe(401)
  const [first] = await list()
  expect(first).toMatchObject({
    sub: 'newcomer',
    state: 'PENDING',
    groups: [],
    asserted: { name: 'Sigrid Bakke', hpr_number: '431000105', assurance_level: '4' },
  })
  expect(await list('PENDING')).toHaveLength(1)

  const { approvePerson } = await admin.ask(approve, {
    personid: first.personid,
    input: { ...hp, version: first.version },
  })
  expect(approvePerson).toMatchObject({ state: 'ACTIVE', groups: ['hp'], all_sites: false, sites: ['oslo'] })
  const again = await casebook.signIn('newcomer')
  expect((await again.ask('{ listSites { siteid } }')).listSites).toEqual([{ siteid: 'oslo' }])
  expect(await find('newcomer')).toMatchObject({ sessionCount: 1 })
  expect(await admin.refused(approve, { personid: first.personid, input: hp })).toMatchObject({
    reason: 'person.not-pending',
  })
})

test('rights removed by an administrator are gone at the next call', async () => {
  const person = await addPerson(casebook, 'Anne', { groups: ['hp', 'study:admin'] })
  expect(await person.ask('{ listSites { siteid } }')).toEqual({
    listSites: [{ siteid: 'bergen' }, { siteid: 'oslo' }],
  })
  await admin.ask(update, { personid: person.personid, input: { groups: ['hp'], all_sites: false, sites: ['bergen'] } })
  expect(await person.ask('{ me { groups } listSites { siteid } }')).toEqual({
    me: { groups: ['hp'] },
    listSites: [{ siteid: 'bergen' }],
  })
  await admin.ask(deactivate, { personid: person.personid })
  expect((await person.call('{ me { sub } }')).status).toBe(401)
})

test('a deactivated person is told so, and can only return with a new sign-in after reactivation', async () => {
  const person = await addPerson(casebook, 'Berit', { groups: ['hp'] })
  await admin.ask(deactivate, { personid: person.personid })
  const session = async () => JSON.parse((await person.browser.fetch(`${casebook.origin}/auth/session`)).body)
  expect(await session()).toMatchObject({ state: 'refused', sub: person.personid })
  expect(await admin.refused(deactivate, { personid: person.personid })).toMatchObject({ reason: 'person.not-active' })
  const back = await admin.ask(reactivate, { personid: person.personid })
  expect(back.reactivatePerson).toMatchObject({ state: 'ACTIVE', groups: ['hp'], sessionCount: 0 })
  expect(await session()).toMatchObject({ state: 'guest' })
})

test('an administrator signs somebody out everywhere', async () => {
  const person = await addPerson(casebook, 'Cato', { groups: ['hp'] })
  const { endPersonSessions } = await admin.ask(
    `mutation ($personid: ID!) { endPersonSessions(personid: $personid) ${fields} }`,
    { personid: person.personid },
  )
  expect(endPersonSessions).toMatchObject({ state: 'ACTIVE', sessionCount: 0 })
  expect((await person.call('{ me { sub } }')).status).toBe(401)
})

test('a change based on an older version is a conflict that names who made the newer one', async () => {
  const person = await addPerson(casebook, 'Dag', { groups: ['hp'] })
  const { version } = (await list()).find((row: { personid: string }) => row.personid === person.personid)
  await admin.ask(update, { personid: person.personid, input: { ...hp, version } })
  const refused = await admin.refused(update, { personid: person.personid, input: { ...hp, version } })
  expect(refused).toMatchObject({ code: 'CONFLICT', current: { version: version + 1, by: 'Ingrid Solberg' } })
})

test('a profile saved over an older version is a conflict; without a version it is saved', async () => {
  const person = await addPerson(casebook, 'Dina', { groups: ['hp'] })
  const save = 'mutation ($input: ProfileInput!) { updateMe(input: $input) { phone_number version } }'
  const names = { given_name: 'Dina', family_name: 'Vik' }
  const { version } = (await person.ask('{ me { version } }')).me
  const first = await person.ask(save, { input: { ...names, phone_number: '+47 900 10026', version } })
  expect(first.updateMe).toEqual({ phone_number: '+47 900 10026', version: version + 1 })
  const other = { ...names, phone_number: '+47 900 10023' }
  const refused = await person.refused(save, { input: { ...other, version } })
  expect(refused).toMatchObject({ code: 'CONFLICT', current: { version: version + 1 } })
  expect((await person.ask('{ me { phone_number } }')).me.phone_number).toBe('+47 900 10026')
  expect((await person.ask(save, { input: other })).updateMe.phone_number).toBe('+47 900 10023')
})

test('unknown groups, sites and people are refused', async () => {
  const person = await addPerson(casebook, 'Eli', { groups: ['hp'] })
  const { personid } = person
  expect(await admin.refused(update, { personid, input: { ...hp, groups: ['nurses'] } })).toMatchObject({
    code: 'BAD_INPUT',
    field: 'groups',
  })
  expect(await admin.refused(update, { personid, input: { ...hp, sites: ['tromso'] } })).toMatchObject({
    code: 'NOT_FOUND',
    field: 'sites',
  })
  expect(await admin.refused(update, { personid: 'nobody', input: hp })).toMatchObject({ code: 'NOT_FOUND' })
})

test('an administrator of one site can neither see nor change people of other sites', async () => {
  const local = await addPerson(casebook, 'Frida', { groups: ['admin'], sites: ['oslo'] })
  const nurse = await addPerson(casebook, 'Gunn', { groups: ['hp'], sites: ['oslo'] })
  const hidden = {
    everywhere: await addPerson(casebook, 'Hans', { groups: ['hp'] }),
    elsewhere: await addPerson(casebook, 'Ida', { groups: ['hp'], sites: ['bergen'] }),
    both: await addPerson(casebook, 'Jens', { groups: ['hp'], sites: ['oslo', 'bergen'] }),
    waiting: await addPerson(casebook, 'Knut', { state: 'pending', sites: ['bergen'] }),
    former: await addPerson(casebook, 'Lise', { state: 'deactivated', sites: 'all' }),
    nowhere: await addPerson(casebook, 'Mona', { groups: ['hp'], sites: [] }),
    formerNowhere: await addPerson(casebook, 'Nils', { state: 'deactivated', sites: [] }),
  }
  const token = await hidden.everywhere.ask(
    'mutation { addToken(input: { name: "t", scopes: [read], days: 1 }) { accessToken { tokenid } } }',
  )
  const listed = (await local.ask('{ listPeople { personid } }')).listPeople.map(
    ({ personid }: { personid: string }) => personid,
  )
  expect(listed).toContain(nurse.personid)
  const missing = { reason: 'person.missing', code: 'NOT_FOUND' }
  for (const { personid, name } of Object.values(hidden)) {
    expect(listed, name).not.toContain(personid)
    const ask = (query: string, variables = {}) => local.refused(query, { personid, ...variables })
    expect(await ask('query ($personid: ID!) { getPerson(personid: $personid) { email } }'), name).toMatchObject(
      missing,
    )
    expect(await ask('query ($personid: ID!) { listTokens(personid: $personid) { name } }'), name).toMatchObject(
      missing,
    )
    expect(await ask(update, { input: { ...hp, groups: ['admin'] } }), name).toMatchObject(missing)
    expect(await ask(approve, { input: hp }), name).toMatchObject(missing)
    expect(await ask(deactivate), name).toMatchObject(missing)
    expect(await ask(reactivate), name).toMatchObject(missing)
    expect(
      await ask('mutation ($personid: ID!) { endPersonSessions(personid: $personid) { state } }'),
      name,
    ).toMatchObject(missing)
  }
  expect(
    await local.refused('mutation ($tokenid: ID!) { removeToken(tokenid: $tokenid) { name } }', {
      tokenid: token.addToken.accessToken.tokenid,
    }),
  ).toMatchObject({ reason: 'token.missing' })
  expect((await hidden.everywhere.call('{ me { sub } }')).status).toBe(200)
  await local.ask(update, { personid: nurse.personid, input: { ...hp, groups: ['hp', 'study:admin'] } })
})

test('an administrator of one site is notified only of people whom they see', async () => {
  const local = await addPerson(casebook, 'Marte', { groups: ['admin'], sites: ['oslo'] })
  const live = openLive(local)
  const watched = live.watch('onPeopleUpdates')
  const added: string[] = []
  const hidden: string[] = []
  await until('a person of the own site is told', async () => {
    hidden.push((await addPerson(casebook, 'Nora', { groups: ['hp'], sites: ['bergen'] })).personid)
    hidden.push((await addPerson(casebook, 'Odd', { groups: ['hp'] })).personid)
    added.push((await addPerson(casebook, 'Pia', { groups: ['hp'], sites: ['oslo'] })).personid)
    return watched.changes.some(({ id }) => added.includes(id))
  })
  expect(watched.changes.filter(({ id }) => hidden.includes(id))).toEqual([])
  live.close()
})

test('an administrator of one site can’t assign another', async () => {
  const local = await addPerson(casebook, 'Frode', { groups: ['admin'], sites: ['oslo'] })
  const person = await addPerson(casebook, 'Grete', { groups: ['hp'], sites: ['oslo'] })
  const { personid } = person
  expect(await local.refused(update, { personid, input: { ...hp, sites: ['bergen'] } })).toMatchObject({
    reason: 'person.sites.not-own',
  })
  expect(await local.refused(update, { personid, input: { ...hp, all_sites: true } })).toMatchObject({
    code: 'FORBIDDEN',
  })
  const own = { groups: ['admin'], all_sites: true, sites: [] }
  expect(await local.refused(update, { personid: local.personid, input: own })).toMatchObject({ code: 'FORBIDDEN' })
  await local.ask(update, { personid, input: hp })
  const waiting = await addPerson(casebook, 'Guri', { state: 'pending', sites: [] })
  await local.ask(approve, { personid: waiting.personid, input: hp })
  // Without their last site, people are out of the administrator's sight.
  await local.ask(update, { personid, input: { ...hp, sites: [] } })
  expect(await local.refused(update, { personid, input: hp })).toMatchObject({ reason: 'person.missing' })
  await admin.ask(deactivate, { personid: local.personid })
})

test('the last active administrator remains, even with concurrent changes', async () => {
  const other = await addPerson(casebook, 'Hanne', { groups: ['admin'] })
  const me = await find('admin')
  const stripped = { groups: ['hp'], all_sites: true, sites: [] }
  const outcomes = await Promise.all([
    admin.call(update, { personid: other.personid, input: stripped }),
    other.call(update, { personid: me.personid, input: stripped }),
    admin.call(deactivate, { personid: other.personid }),
    other.call(deactivate, { personid: me.personid }),
  ])
  const left = await casebook.services.people
    .selectFrom('person')
    .select(['personid', 'groups'])
    .where('state', '=', 'active')
    .where('personid', 'in', [me.personid, other.personid])
    .execute()
  expect(left.filter(({ groups }) => groups.includes('admin'))).toHaveLength(1)
  const refusals = outcomes.flatMap(({ errors }) => errors?.map(({ extensions }) => extensions.reason) ?? [])
  expect(refusals.length).toBeGreaterThan(0)

  const survivor = left[0]?.personid === me.personid && left[0]?.groups.includes('admin') ? admin : other
  const survivorid = survivor === admin ? me.personid : other.personid
  expect(await survivor.refused(deactivate, { personid: survivorid })).toMatchObject({
    reason: 'admin.last',
    code: 'FORBIDDEN',
  })
  expect(await survivor.refused(update, { personid: survivorid, input: stripped })).toMatchObject({
    reason: 'admin.last',
  })
})

test('decisions about people are in the history', async () => {
  const person = await addPerson(casebook, 'Ivar', { groups: ['hp'] })
  const boss = await addPerson(casebook, 'Jorunn', { groups: ['admin'] })
  await boss.ask(
    `mutation ($personid: ID!) { deactivatePerson(personid: $personid, reason: "left the clinic") { state } }`,
    { personid: person.personid },
  )
  const rows = await readsOf(casebook.services.people, proveScope(systemActor('tests'), 'all'))
    .selectFrom('history')
    .selectAll()
    .where('kind', '=', 'person')
    .where('id', '=', person.personid)
    .orderBy('historyid')
    .execute()
  expect(rows.map(({ action }) => action)).toEqual(['ADDED', 'UPDATED'])
  expect(rows[1]).toMatchObject({
    actor: boss.personid,
    actor_name: 'Jorunn',
    groups: ['admin'],
    reason: 'left the clinic',
  })
  expect(rows[1]?.before).toMatchObject({ state: 'active' })
  expect(rows[1]?.after).toMatchObject({ state: 'deactivated' })
})

test('the reason of a decision is checked like the reasons of other changes', async () => {
  const { personid } = await addPerson(casebook, 'Kjersti', { groups: ['hp'] })
  const boss = await addPerson(casebook, 'Jorid', { groups: ['admin'] })
  const withReason =
    'mutation ($personid: ID!, $reason: String) { deactivatePerson(personid: $personid, reason: $reason) { state } }'
  for (const reason of ['x'.repeat(5_001), 'half a character \ud800'])
    expect(await boss.refused(withReason, { personid, reason })).toMatchObject({ code: 'BAD_INPUT', field: 'reason' })
})

test('a person who was not approved within 60 days is removed, and nobody else', async () => {
  const old = await addPerson(casebook, 'Kåre', { state: 'pending' })
  const young = await addPerson(casebook, 'Liv', { state: 'pending' })
  const age = (personid: string, days: number) => aged(personid, days)
  await age(old.personid, 61)
  await age(young.personid, 59)
  expect(await removeForgottenPeople(casebook.services.people)).toBe(1)
  const left = await casebook.services.people
    .selectFrom('person')
    .select('personid')
    .where('state', '=', 'pending')
    .execute()
  expect(left.map(({ personid }) => personid)).toContain(young.personid)
  expect(left.map(({ personid }) => personid)).not.toContain(old.personid)
})

async function aged(personid: string, days: number) {
  await unscoped(casebook.services.people)
    .transaction()
    .execute(async (tx) => {
      await sql`set local casebook.actor = 'test'`.execute(tx)
      await sql`update person set created_at = now() - ${days} * interval '1 day' where personid = ${personid}`.execute(
        tx,
      )
    })
}

test('people see and end their own sessions, and nobody else’s', async () => {
  const one = await casebook.signIn('nurse')
  const other = await casebook.signIn('nurse')
  const coordinator = await casebook.signIn('coordinator')
  const { listSessions } = await one.ask('{ listSessions { sessionid current user_agent address created_at } }')
  expect(listSessions).toHaveLength(2)
  expect(listSessions[0]).toMatchObject({ current: true, address: '127.0.0.1' })
  expect(listSessions[1]).toMatchObject({ current: false })

  const end = 'mutation ($sessionid: ID!) { endSession(sessionid: $sessionid) }'
  expect(await coordinator.ask(end, { sessionid: listSessions[1].sessionid })).toEqual({ endSession: false })
  expect(await one.ask(end, { sessionid: listSessions[1].sessionid })).toEqual({ endSession: true })
  expect((await other.call('{ me { sub } }')).status).toBe(401)
  expect(await one.ask('mutation { endAllSessions }')).toEqual({ endAllSessions: 1 })
  expect((await one.call('{ me { sub } }')).status).toBe(401)
  expect((await coordinator.call('{ me { sub } }')).status).toBe(200)
})

test('administrators are notified of a newcomer at once, and nobody else may subscribe', async () => {
  const boss = await addPerson(casebook, 'Magnus', { groups: ['admin'] })
  const nurse = await casebook.signIn('nurse')
  const live = openLive(boss)
  const watched = live.watch('onPeopleUpdates')
  // A socket does not confirm a subscription, so people are added until one notification arrives.
  const added: string[] = []
  await until('a newcomer is told', async () => {
    added.push((await addPerson(casebook, 'Nina', { state: 'pending' })).personid)
    return watched.changes.some(({ action, id }) => action === 'ADDED' && added.includes(id))
  })
  live.close()
  const other = openLive(nurse)
  const refused = other.watch('onPeopleUpdates')
  await until('the nurse is refused', () => refused.codes.includes('FORBIDDEN'))
  other.close()
})
