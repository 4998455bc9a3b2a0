import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Casebook, type Person, startCasebook } from '../../test/beds/casebook.ts'
import { handshake, handshakeHeaders, openLive, until } from '../../test/beds/live.ts'
import { run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson, changePerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'
import { bearer } from '../../test/beds/tokens.ts'

let casebook: Casebook
let chief: AddedPerson
let place: Place & { sibling: Place }
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  chief = await addPerson(casebook, 'Ingrid', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'] })
  place = await makePlace(casebook)
})
afterAll(() => casebook.stop())

const opened: ReturnType<typeof openLive>[] = []
afterEach(async () => {
  for (const live of opened.splice(0)) await live.close()
  await until('no subscription is left', () => casebook.services.live.size() === 0)
})

async function watch(person: Person, name: string, variables: Record<string, unknown> = {}) {
  const live = openLive(person)
  opened.push(live)
  const before = casebook.services.live.size()
  const watched = live.watch(name, variables)
  const stands = () => casebook.services.live.size() > before
  await until(`${name} is answered`, () => stands() || watched.codes.length > 0 || watched.state.ended !== undefined)
  return watched
}

const nurseOf = ({ siteid }: Place) => addPerson(casebook, 'Kari', { groups: ['hp'], sites: [siteid] })

test('a script is notified of what its token may read, without cookie and Origin', async () => {
  const script = await bearer(await nurseOf(place), { scopes: ['read'] })
  expect(handshakeHeaders(script)).toEqual({ authorization: `Bearer ${script.token}` })
  const { studyid, subjectid, formtypeid } = place
  const watched = await watch(script, 'onFormsUpdates', { subjectid })
  const fields = [{ key: 'date', value: '43200' }]
  await run(chief, 'updateForm', { input: { subjectid, formtypeid, fields } })
  await until('the form is told of', () => watched.changes.length > 0)
  expect(watched.changes[0]).toMatchObject({ action: 'UPDATED', studyid, subjectid, id: formtypeid })
})

test('a token without the scope, for a browser-only field, or of another study is refused', async () => {
  const { studyid, subjectid, siteid, sibling } = place
  const writer = await bearer(await nurseOf(place), { scopes: ['write', 'export'] })
  expect((await watch(writer, 'onFormsUpdates', { subjectid })).codes).toEqual(['FORBIDDEN'])
  const admin = await bearer(chief, { scopes: ['read'] })
  expect((await watch(admin, 'onPeopleUpdates')).codes).toEqual(['FORBIDDEN'])
  const confined = await bearer(await nurseOf(place), { scopes: ['read'], studies: [studyid] })
  expect((await watch(confined, 'onSubjectsUpdates', { studyid })).codes).toEqual([])
  expect((await watch(confined, 'onSubjectsUpdates', { studyid: sibling.studyid })).codes).toEqual(['NOT_FOUND'])
  expect((await watch(confined, 'onDevicesUpdates', { siteid })).codes).toEqual(['FORBIDDEN'])
})

test('the exports of a site are told of to a token for exports only', async () => {
  const { siteid, studyid } = place
  const exporter = await bearer(chief, { scopes: ['export'] })
  const watched = await watch(exporter, 'onExportsUpdates', { siteid })
  const { exportid } = await run(chief, 'addExport', { input: { siteid } })
  await until('the export is told of', () => watched.changes.length > 0)
  expect(watched.changes[0]).toMatchObject({ siteid, id: exportid })
  const reader = await bearer(chief, { scopes: ['read', 'write'] })
  expect((await watch(reader, 'onExportsUpdates', { siteid })).codes).toEqual(['FORBIDDEN'])
  const confined = await bearer(chief, { scopes: ['export'], studies: [studyid] })
  expect((await watch(confined, 'onExportsUpdates', { siteid })).codes).toEqual(['NOT_FOUND'])
})

test('a wrong token opens no socket, even with a valid cookie', async () => {
  const withCookie = handshakeHeaders(chief)
  expect(await handshake(casebook.origin, withCookie)).toBe(101)
  for (const authorization of ['Bearer nonsense', 'Bearer ', 'Basic eDp5', ''])
    expect(await handshake(casebook.origin, { ...withCookie, authorization })).toBe(401)
})

test('behind a trusted proxy a socket has the client’s address, whatever headers the client forges', async () => {
  const nurse = await nurseOf(place)
  const script = await bearer(nurse, { scopes: ['read'] })
  const proxied = await startCasebook({ CALLS_PER_MINUTE: '0', TRUST_PROXY: '1' }, casebook)
  const forwarded = { 'x-forwarded-for': '6.6.6.6, 203.0.113.7' }
  expect(await handshake(proxied.origin, { ...handshakeHeaders(script), ...forwarded })).toBe(101)
  await until('the use is noted', async () => {
    const [{ last_used_address }] = await run(nurse, 'listTokens', {}, 'last_used_address')
    return last_used_address === '203.0.113.7'
  })
  await proxied.stop()
})

test('a socket closes when its token is removed', async () => {
  const nurse = await nurseOf(place)
  const script = await bearer(nurse)
  const other = await bearer(nurse)
  const { subjectid } = place
  const ended = await watch(script, 'onFormsUpdates', { subjectid })
  const stays = await watch(other, 'onFormsUpdates', { subjectid })
  await run(nurse, 'removeToken', { tokenid: script.tokenid })
  await until('the socket is closed', () => ended.state.ended === 'closed')
  expect(ended.state.code).toBe(4403)
  expect(stays.state.ended).toBeUndefined()
  expect(await handshake(casebook.origin, handshakeHeaders(script))).toBe(401)
})

test('a socket closes when its owner is deactivated, and its subscription ends when they lose the site', async () => {
  const elsewhere = await makePlace(casebook)
  const [leaving, losing] = [await nurseOf(place), await nurseOf(place)]
  const { subjectid } = place
  const closed = await watch(await bearer(leaving), 'onFormsUpdates', { subjectid })
  const ended = await watch(await bearer(losing), 'onFormsUpdates', { subjectid })
  await changePerson(casebook, leaving.personid, { state: 'deactivated' })
  await changePerson(casebook, losing.personid, { sites: [elsewhere.siteid] })
  casebook.services.live.publishReadAgain()
  await until('both have ended', () => closed.state.ended === 'closed' && ended.state.ended === 'completed')
})

test('a socket closes when its token has expired', { timeout: 40_000 }, async () => {
  const script = await bearer(await nurseOf(place))
  const watched = await watch(script, 'onFormsUpdates', { subjectid: place.subjectid })
  // Without a trace in the history: nothing notifies the server when time passes.
  const client = new pg.Client({ connectionString: casebook.database.superuser.url })
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query('update access_token set expires_at = now() where tokenid = $1', [script.tokenid])
  await client.end()
  await until('the socket is closed', () => watched.state.ended === 'closed', 30_000)
})
