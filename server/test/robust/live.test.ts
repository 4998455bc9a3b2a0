import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Casebook, type Person, startCasebook } from '../beds/casebook.ts'
import { type Change, handshake, handshakeHeaders, openLive, until, type Watched } from '../beds/live.ts'
import { run } from '../beds/operations.ts'
import { type AddedPerson, addPerson, changePerson } from '../beds/people.ts'
import { makePlace, newSiteid, type Place } from '../beds/place.ts'
import { rows } from '../matrix/rows.ts'

// All tests write on one server and subscribe on the other. The servers share only the database.
let here: Casebook
let there: Casebook
let admin: AddedPerson
let place: Place & { sibling: Place }
/** Unused by other tests. */
let quiet: Place
beforeAll(async () => {
  here = await startCasebook({ CALLS_PER_MINUTE: '0' })
  there = await startCasebook({ CALLS_PER_MINUTE: '0' }, here)
  admin = await addPerson(here, 'Ingrid', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'] })
  place = await makePlace(here)
  quiet = await makePlace(here)
})
afterAll(async () => {
  await there.stop()
  await here.stop()
})

type Variables = Record<string, unknown>

/** Watches at the other server; resolves once the subscription is active. */
async function watchThere(person: Person, name: string, variables: Variables = {}) {
  const live = openThere(person)
  const watched = await begin(live, name, variables)
  return { ...watched, live }
}

/** A socket to the other server, closed after the test. */
function openThere(person: Person) {
  const live = openLive(there.here(person))
  opened.push(live)
  return live
}
const opened: ReturnType<typeof openLive>[] = []
afterEach(async () => {
  for (const live of opened.splice(0)) await live.close()
  await until('no subscription is left', () => there.services.live.size() === 0)
})

async function begin(live: ReturnType<typeof openLive>, name: string, variables: Variables) {
  const before = there.services.live.size()
  const watched = live.watch(name, variables)
  await until(`${name} stands`, () => there.services.live.size() > before || watched.codes.length > 0)
  expect(watched.codes).toEqual([])
  return watched
}

const arrived = (watched: Watched, expected: Partial<Change>) =>
  until(`${JSON.stringify(expected)} arrives; so far ${JSON.stringify(watched.changes)}`, () =>
    watched.changes.some((change) =>
      Object.entries(expected).every(([key, value]) => Reflect.get(change, key) === value),
    ),
  )

async function asSuperuser(...statements: string[]) {
  const client = new pg.Client({ connectionString: here.database.superuser.url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

const give = (name: string, at: Place) => rows[name]?.give(at) ?? {}

describe('a change on one server is notified on another', () => {
  test('onSitesUpdates: added, renamed and removed sites, and their numbers of devices and studies', async () => {
    const watched = await watchThere(admin, 'onSitesUpdates')
    const siteid = newSiteid()
    const site = { siteid, studyid: null, subjectid: null, id: siteid }
    await run(admin, 'addSite', { identifier: siteid, name: 'Bodø' })
    await arrived(watched, { ...site, action: 'ADDED' })
    await run(admin, 'updateSite', { siteid, name: 'Tromsø' })
    await arrived(watched, { ...site, action: 'UPDATED' })
    watched.changes.length = 0
    await run(admin, 'addDevice', { siteid, deviceid: 'A1' })
    await arrived(watched, { ...site, action: 'UPDATED' })
    watched.changes.length = 0
    await run(admin, 'addStudy', { siteid, name: 'Steps' })
    await arrived(watched, { ...site, action: 'UPDATED' })
    await run(admin, 'removeSite', { siteid })
    await arrived(watched, { ...site, action: 'REMOVED' })
  })

  test('onDevicesUpdates', async () => {
    const { siteid } = place
    const watched = await watchThere(admin, 'onDevicesUpdates', { siteid })
    const device = { siteid, studyid: null, subjectid: null }
    await run(admin, 'addDevice', { siteid, deviceid: 'A1' })
    await arrived(watched, { ...device, id: 'A1', action: 'ADDED' })
    await run(admin, 'updateDevice', { siteid, deviceid: 'A1', input: { deviceid: 'A2' } })
    await arrived(watched, { ...device, id: 'A1', action: 'REMOVED' })
    await arrived(watched, { ...device, id: 'A2', action: 'ADDED' })
    await run(admin, 'updateDevice', { siteid, deviceid: 'A2', input: { deviceid: 'A2', hw_id: 'SN-9' } })
    await arrived(watched, { ...device, id: 'A2', action: 'UPDATED' })
    await run(admin, 'removeDevice', { siteid, deviceid: 'A2' })
    await arrived(watched, { ...device, id: 'A2', action: 'REMOVED' })
  })

  test('onStudiesUpdates: studies, and their numbers of types and subjects', async () => {
    const { siteid } = place
    const watched = await watchThere(admin, 'onStudiesUpdates', { siteid })
    const { studyid } = await run(admin, 'addStudy', { siteid, name: 'Steps' })
    const study = { siteid, studyid, subjectid: null, id: studyid }
    await arrived(watched, { ...study, action: 'ADDED' })
    for (const [name, variables] of [
      ['updateStudy', { siteid, studyid, input: { name: 'Stairs', status: 'OPEN' } }],
      ['addActivityType', { studyid, description: 'Treadmill' }],
      ['addFormType', { studyid, identifier: 'Baseline', fields: [] }],
      ['addSubjectV2', { input: { siteid, studyid, identifier: 'S-1' } }],
    ] as const) {
      watched.changes.length = 0
      await run(admin, name, variables)
      await arrived(watched, { ...study, action: 'UPDATED' })
    }
    await run(admin, 'removeStudy', { siteid, studyid })
    await arrived(watched, { ...study, action: 'REMOVED' })
  })

  test('onActivityTypesUpdates and onFormTypesUpdates', async () => {
    const { siteid, studyid } = place
    const kinds = [
      ['onActivityTypesUpdates', 'activitytypeid', 'addActivityType', 'updateActivityType', 'removeActivityType'],
      ['onFormTypesUpdates', 'formtypeid', 'addFormType', 'updateFormType', 'removeFormType'],
    ] as const
    for (const [name, idName, add, update, remove] of kinds) {
      const watched = await watchThere(admin, name, { studyid })
      const added = await run(admin, add, give(add, place))
      const type = { siteid, studyid, subjectid: null, id: added[idName] }
      await arrived(watched, { ...type, action: 'ADDED' })
      await run(admin, update, { ...give(update, { ...place, [idName]: added[idName] }) })
      await arrived(watched, { ...type, action: 'UPDATED' })
      await run(admin, remove, { studyid, [idName]: added[idName] })
      await arrived(watched, { ...type, action: 'REMOVED' })
    }
  })

  test('onSubjectsUpdates and onSubjectUpdates: a subject, its devices and its row in the list', async () => {
    const { siteid, studyid } = place
    const list = await watchThere(admin, 'onSubjectsUpdates', { studyid })
    const { subjectid } = await run(admin, 'addSubjectV2', { input: { siteid, studyid, identifier: 'S-001' } })
    const subject = { siteid, studyid, subjectid, id: subjectid }
    await arrived(list, { ...subject, action: 'ADDED' })
    const one = await watchThere(admin, 'onSubjectUpdates', { studyid, subjectid })
    const at = { ...place, subjectid, activitytypeid: place.freeActivitytypeid }
    for (const change of [{ identifier: 'S-002' }, { devices: [{ deviceid: place.deviceid, position: 'ARM' }] }]) {
      list.changes.length = 0
      one.changes.length = 0
      await run(admin, 'updateSubject', { input: { siteid, studyid, subjectid, ...change } })
      await arrived(list, { ...subject, action: 'UPDATED' })
      await arrived(one, { ...subject, action: 'UPDATED' })
    }
    for (const name of ['addForm', 'startActivity', 'cancelStart', 'addActivity'] as const) {
      list.changes.length = 0
      await run(admin, name, give(name, at))
      await arrived(list, { ...subject, action: 'UPDATED' })
    }
    for (const status of ['CLOSED', 'OPEN'] as const) {
      one.changes.length = 0
      await run(admin, 'updateSubject', { input: { siteid, studyid, subjectid, status } })
      await arrived(one, { ...subject, action: 'UPDATED' })
    }
    one.changes.length = 0
    await run(admin, 'removeSubject', { studyid, subjectid })
    await arrived(one, { ...subject, action: 'UPDATED' })
  })

  test('onFormsUpdates, onActivitiesUpdates and onReferenceDataUpdates', async () => {
    const { siteid, studyid, subjectid, freeActivitytypeid: activitytypeid, freeFormtypeid: formtypeid } = place
    const below = { siteid, studyid, subjectid }
    const forms = await watchThere(admin, 'onFormsUpdates', { subjectid })
    await run(admin, 'addForm', give('addForm', place))
    await arrived(forms, { ...below, id: formtypeid, action: 'ADDED' })
    await run(admin, 'updateForm', { input: { subjectid, formtypeid, fields: [] } })
    await arrived(forms, { ...below, id: formtypeid, action: 'UPDATED' })
    await run(admin, 'removeForm', { subjectid, formtypeid })
    await arrived(forms, { ...below, id: formtypeid, action: 'REMOVED' })

    const activities = await watchThere(admin, 'onActivitiesUpdates', { subjectid })
    await run(admin, 'addActivity', give('addActivity', place))
    await arrived(activities, { ...below, id: activitytypeid, action: 'ADDED' })

    const files = await watchThere(admin, 'onReferenceDataUpdates', { subjectid, activitytypeid })
    const added = await run(admin, 'addReferenceData', {
      subjectid,
      input: { siteid, studyid, activitytypeid, filename: 'arm.csv' },
    })
    const { referencedataid } = added
    await arrived(files, { ...below, id: referencedataid, action: 'ADDED' })
    await arrived(activities, { ...below, id: activitytypeid, action: 'UPDATED' })
    await run(admin, 'removeReferenceData', { subjectid, referencedataid })
    await arrived(files, { ...below, id: referencedataid, action: 'REMOVED' })

    await run(admin, 'removeActivity', { subjectid, activitytypeid })
    await arrived(activities, { ...below, id: activitytypeid, action: 'REMOVED' })
  })

  test('but not to subscribers of anything else', async () => {
    const elsewhere = [
      await watchThere(admin, 'onDevicesUpdates', { siteid: quiet.siteid }),
      await watchThere(admin, 'onActivitiesUpdates', { subjectid: place.sibling.subjectid }),
      await watchThere(admin, 'onSubjectsUpdates', { studyid: place.sibling.studyid }),
    ]
    const meant = await watchThere(admin, 'onActivitiesUpdates', { subjectid: place.subjectid })
    await run(admin, 'addDevice', { siteid: place.siteid, deviceid: 'C3' })
    await run(admin, 'updateActivity', { input: { ...Object(give('updateActivity', place)).input, version: null } })
    await arrived(meant, { action: 'UPDATED', id: place.activitytypeid })
    for (const watched of elsewhere) expect(watched.changes).toEqual([])
  })

  test('with ids only: no recorded value is sent', async () => {
    const { siteid, studyid, subjectid } = await makePlace(here)
    const watched = await watchThere(admin, 'onSubjectUpdates', { studyid, subjectid })
    await run(admin, 'updateSubject', { input: { siteid, studyid, subjectid, identifier: 'Secret name' } })
    await arrived(watched, { action: 'UPDATED' })
    expect(JSON.stringify(watched.live.frames)).not.toContain('Secret name')
    const asked =
      'subscription ($studyid: ID!, $subjectid: ID!) { onSubjectUpdates(studyid: $studyid, subjectid: $subjectid) { id identifier } }'
    const greedy = watched.live.watch('onSubjectUpdates', { studyid, subjectid }, asked)
    await until('it is refused', () => greedy.codes.length > 0)
    expect(String(greedy.codes[0])).toContain('identifier')
  })
})

describe('a socket opens', () => {
  let nurse: AddedPerson
  beforeAll(async () => {
    nurse = await addPerson(here, 'Kari', { groups: ['hp'] })
  })
  const headers = () => handshakeHeaders(there.here(nurse))

  test('for a session from a page of our own', async () => {
    expect(await handshake(there.origin, headers())).toBe(101)
  })

  test('not without a cookie, or with an invalid one', async () => {
    expect(await handshake(there.origin, { origin: there.origin })).toBe(401)
    for (const token of ['', 'x', 'A'.repeat(43), `${'A'.repeat(43)}; casebook_session=x`]) {
      expect(await handshake(there.origin, { origin: there.origin, cookie: `casebook_session=${token}` })).toBe(401)
    }
  })

  test('not for another origin, or without one', async () => {
    const { cookie = '' } = headers()
    for (const origin of [
      'https://evil.example',
      'null',
      `${there.origin}.evil.example`,
      here.origin,
      there.origin.replace('http', 'https'),
    ]) {
      expect(await handshake(there.origin, { origin, cookie }), origin).toBe(403)
    }
    expect(await handshake(there.origin, { cookie })).toBe(403)
  })

  test('not for somebody pending or deactivated', async () => {
    for (const state of ['pending', 'deactivated'] as const) {
      const person = await addPerson(here, 'Per', { groups: ['hp'] })
      await changePerson(here, person.personid, { state })
      expect(await handshake(there.origin, handshakeHeaders(there.here(person)))).toBe(401)
    }
  })

  test('only at /graphql', async () => {
    expect(await handshake(there.origin, headers(), '/x')).toBe(404)
  })
})

describe('an open socket', () => {
  test('carries subscriptions and nothing else', async () => {
    const live = openThere(admin)
    for (const query of ['{ me { sub } }', 'mutation { addSite(identifier: "bysocket", name: "x") { siteid } }']) {
      const watched = live.watch('me', {}, query)
      await until('it is refused', () => watched.codes.length > 0)
      expect(watched.codes).toEqual(['BAD_INPUT'])
    }
    const deep = live.watch('x', {}, `subscription { onSitesUpdates { ${'a { '.repeat(12)} b ${'} '.repeat(12)} } }`)
    await until('it is refused', () => deep.codes.length > 0)
    expect(deep.codes).toEqual(['BAD_INPUT'])
    const { status } = await here.here(admin).browser.fetch(`${here.origin}/health`)
    expect(status).toBe(200)
  })

  test('carries at most 100 subscriptions', async () => {
    const live = openThere(admin)
    const { siteid } = place
    const many = Array.from({ length: 101 }, () => live.watch('onDevicesUpdates', { siteid }))
    await until('the last one is refused', () => many.some(({ codes }) => codes.length > 0))
    expect(many.filter(({ codes }) => codes.length > 0)).toHaveLength(1)
    expect(many.flatMap(({ codes }) => codes)).toEqual(['RATE_LIMITED'])
  })

  const broken: [string, (socket: WebSocket) => void][] = [
    ['what is not JSON', (socket) => socket.send('{')],
    ['an unknown message', (socket) => socket.send('{"type":"nonsense"}')],
    [
      'a subscription before the greeting',
      (socket) => socket.send('{"id":"1","type":"subscribe","payload":{"query":"{ me { sub } }"}}'),
    ],
    ['binary noise', (socket) => socket.send(Buffer.from([0xff, 0, 0xc0]))],
    ['more than 64 kB', (socket) => socket.send('x'.repeat(64_001))],
  ]
  test.each(broken)('is closed on %s, and the server keeps running', async (_, send) => {
    const socket = new WebSocket(`${there.origin.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: handshakeHeaders(there.here(admin)),
    })
    await new Promise((resolve) => socket.once('open', resolve))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    send(socket)
    expect(await closed).toBeGreaterThanOrEqual(1009)
    expect(await run(there.here(admin), 'me')).toMatchObject({ sub: admin.personid })
  })
})

describe('rights that are lost while a socket is open', () => {
  const within = 2_000
  let own: Place
  let second: Place
  beforeAll(async () => {
    own = await makePlace(here)
    second = await makePlace(here)
  })

  async function watchingNurse() {
    const nurse = await addPerson(here, 'Kari', { groups: ['hp'], sites: [own.siteid, second.siteid] })
    const live = openThere(nurse)
    const activities = await begin(live, 'onActivitiesUpdates', { subjectid: own.subjectid })
    const devices = await begin(live, 'onDevicesUpdates', { siteid: second.siteid })
    const sites = await begin(live, 'onSitesUpdates', {})
    return { nurse, live, activities, devices, sites }
  }

  const writeOwn = () =>
    run(admin, 'updateActivity', { input: { ...Object(give('updateActivity', own)).input, version: null } })

  test('by group end every subscription', async () => {
    const { nurse, live, activities, devices, sites } = await watchingNurse()
    await changePerson(here, nurse.personid, { groups: ['patient'] })
    await until('all ended', () => [activities, devices, sites].every(({ state }) => state.ended !== undefined), within)
    await writeOwn()
    const again = live.watch('onActivitiesUpdates', { subjectid: own.subjectid })
    await until('it is refused', () => again.codes.length > 0)
    expect(again.codes).toEqual(['FORBIDDEN'])
    expect(activities.changes).toEqual([])
  })

  test('by site end subscriptions of that site, and no others', async () => {
    const { nurse, activities, devices, sites } = await watchingNurse()
    await changePerson(here, nurse.personid, { sites: [second.siteid] })
    await until('the one ended', () => activities.state.ended !== undefined, within)
    await writeOwn()
    await run(admin, 'updateSite', { siteid: own.siteid, name: 'Renamed' })
    await run(admin, 'addDevice', { siteid: second.siteid, deviceid: 'D4' })
    await arrived(devices, { action: 'ADDED', id: 'D4' })
    await arrived(sites, { action: 'UPDATED', id: second.siteid })
    expect(activities.changes).toEqual([])
    expect(sites.changes.filter(({ siteid }) => siteid === own.siteid)).toEqual([])
    expect([devices.state.ended, sites.state.ended]).toEqual([undefined, undefined])
  })

  test('by deactivation close the socket', async () => {
    const { nurse, activities, sites } = await watchingNurse()
    await changePerson(here, nurse.personid, { state: 'deactivated' })
    await until('it is closed', () => activities.state.ended === 'closed' && sites.state.ended === 'closed', within)
    expect(activities.state.code).toBe(4403)
    await writeOwn()
    expect(activities.changes).toEqual([])
  })

  test('by signing out on another server close that socket, and no other of the same person', async () => {
    const one = await here.signIn('nurse')
    const other = await here.signIn('nurse')
    const ended = await watchThere(one, 'onSitesUpdates')
    const kept = await watchThere(other, 'onSitesUpdates')
    await one.browser.fetch(`${here.origin}/auth/sign-out`, { method: 'POST' })
    await until('it is closed', () => ended.state.ended === 'closed', within)
    expect(ended.state.code).toBe(4403)
    expect(kept.state.ended).toBeUndefined()
  })
})

describe('what was missed', () => {
  test('while the listening connection was lost is recovered: every subscriber is told to read again', async () => {
    const { siteid, studyid, subjectid, activitytypeid } = await makePlace(here)
    const below = { siteid, studyid, subjectid }
    const live = openThere(admin)
    const asked: [string, Variables, Partial<Change>][] = [
      ['onSitesUpdates', {}, { id: 'sites' }],
      ['onDevicesUpdates', { siteid }, { siteid, id: siteid }],
      ['onSubjectsUpdates', { studyid }, { siteid, studyid, id: studyid }],
      ['onActivitiesUpdates', { subjectid }, { ...below, id: subjectid }],
      ['onReferenceDataUpdates', { subjectid, activitytypeid }, { ...below, id: subjectid }],
    ]
    const all: { watched: Watched; about: Partial<Change> }[] = []
    for (const [name, variables, about] of asked) all.push({ watched: await begin(live, name, variables), about })
    await cutListening()
    for (const { watched, about } of all) await arrived(watched, { action: 'UPDATED', ...about })
    await run(admin, 'addDevice', { siteid, deviceid: 'E5' })
    await until('the device is told', () => all.some(({ watched }) => watched.changes.some(({ id }) => id === 'E5')))
  })

  test('of rights while the listening connection was lost is recovered, too', async () => {
    const nurse = await addPerson(here, 'Kari', { groups: ['hp'] })
    const watched = await watchThere(nurse, 'onSitesUpdates')
    // A session that expires sends no notification.
    await asSuperuser(`delete from session where personid = '${nurse.personid}'`)
    await cutListening()
    await until('it is closed', () => watched.state.ended === 'closed', 2_000)
  })

  const actor = "select set_config('casebook.actor', 'tests', true), set_config('casebook.actor_name', 'tests', true)"
  const addDevice = (siteid: string, deviceid: string) =>
    `insert into device (deviceuid, siteid, deviceid) values (gen_random_uuid()::text, '${siteid}', '${deviceid}')`

  test('of a transaction that committed after a later one is delivered', async () => {
    const { siteid } = await makePlace(here)
    const watched = await watchThere(admin, 'onDevicesUpdates', { siteid })
    const slow = new pg.Client({ connectionString: here.database.superuser.url })
    await slow.connect()
    await slow.query('begin')
    await slow.query(actor)
    await slow.query(addDevice(siteid, 'SLOW'))
    await run(admin, 'addDevice', { siteid, deviceid: 'QUICK' })
    await arrived(watched, { action: 'ADDED', id: 'QUICK' })
    await slow.query('commit')
    await slow.query('notify casebook')
    await slow.end()
    await arrived(watched, { action: 'ADDED', id: 'SLOW' })
  })

  test('of a long transaction that committed after a later one is delivered', async () => {
    const { siteid } = await makePlace(here)
    const watched = await watchThere(admin, 'onDevicesUpdates', { siteid })
    const slow = new pg.Client({ connectionString: here.database.superuser.url })
    await slow.connect()
    await slow.query('begin')
    await slow.query(actor)
    await slow.query(addDevice(siteid, 'FIRST'))
    await slow.query(`insert into device (deviceuid, siteid, deviceid)
      select gen_random_uuid()::text, '${siteid}', 'BULK' || n from generate_series(1, 3000) n`)
    await run(admin, 'addDevice', { siteid, deviceid: 'QUICK' })
    await arrived(watched, { action: 'ADDED', id: 'QUICK' })
    await slow.query('commit')
    await slow.query('notify casebook')
    await slow.end()
    // A subscriber that is 1,000 changes behind is told to read again instead.
    await until('the change is told', () =>
      watched.changes.some(({ id, action }) => id === 'FIRST' || (id === siteid && action === 'UPDATED')),
    )
  })

  test('without a wake-up is delivered within a few seconds', async () => {
    const { siteid } = await makePlace(here)
    const watched = await watchThere(admin, 'onDevicesUpdates', { siteid })
    await asSuperuser('begin', actor, addDevice(siteid, 'SILENT'), 'commit')
    await arrived(watched, { action: 'ADDED', id: 'SILENT' })
  })

  async function cutListening() {
    await asSuperuser(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'`,
    )
  }
})

describe('changes of parent records', () => {
  test('a renamed device is notified to the subjects that wear it, and to their list', async () => {
    const own = await makePlace(here)
    const wearer = await watchThere(admin, 'onSubjectUpdates', { studyid: own.studyid, subjectid: own.subjectid })
    const list = await watchThere(admin, 'onSubjectsUpdates', { studyid: own.studyid })
    const other = await watchThere(admin, 'onSubjectUpdates', {
      studyid: own.sibling.studyid,
      subjectid: own.sibling.subjectid,
    })
    const { siteid, deviceid, subjectid } = own
    await run(admin, 'updateDevice', { siteid, deviceid, input: { deviceid: 'RENAMED1' } })
    await arrived(wearer, { action: 'UPDATED', subjectid, id: subjectid })
    await arrived(list, { action: 'UPDATED', subjectid, id: subjectid })
    expect(other.changes).toEqual([])
  })

  test('removing a study ends the subscriptions below it, and no others', async () => {
    const own = await makePlace(here)
    const ended = [
      await watchThere(admin, 'onSubjectsUpdates', { studyid: own.studyid }),
      await watchThere(admin, 'onFormTypesUpdates', { studyid: own.studyid }),
      await watchThere(admin, 'onFormsUpdates', { subjectid: own.subjectid }),
    ]
    const kept = [
      await watchThere(admin, 'onStudiesUpdates', { siteid: own.siteid }),
      await watchThere(admin, 'onSubjectsUpdates', { studyid: own.sibling.studyid }),
    ]
    await run(admin, 'removeStudy', { siteid: own.siteid, studyid: own.studyid })
    await until('they end', () => ended.every(({ state }) => state.ended === 'completed'))
    expect(kept.map(({ state }) => state.ended)).toEqual([undefined, undefined])
  })

  test('removing a site ends all subscriptions below it', async () => {
    const own = await makePlace(here)
    const ended = [
      await watchThere(admin, 'onDevicesUpdates', { siteid: own.siteid }),
      await watchThere(admin, 'onStudiesUpdates', { siteid: own.siteid }),
      await watchThere(admin, 'onActivitiesUpdates', { subjectid: own.subjectid }),
    ]
    const sites = await watchThere(admin, 'onSitesUpdates')
    await run(admin, 'removeSite', { siteid: own.siteid })
    await until('they end', () => ended.every(({ state }) => state.ended === 'completed'))
    await arrived(sites, { action: 'REMOVED', id: own.siteid })
  })
})

test('an active subscription is confirmed by a ping that names it; a refused one is not', async () => {
  const nurse = await addPerson(here, 'Ping', { groups: ['hp'] })
  const live = openThere(nurse)
  await begin(live, 'onStudiesUpdates', { siteid: place.siteid })
  const pings = () => live.frames.filter((frame) => JSON.stringify(frame).startsWith('{"type":"ping"'))
  await until('the ping comes', () => pings().length > 0)
  expect(pings()).toEqual([{ type: 'ping', payload: { subscribed: expect.any(String) } }])
  const refused = live.watch('onStudiesUpdates', { siteid: 'no-such-site' })
  await until('the refusal comes', () => refused.codes.length > 0)
  expect(pings()).toHaveLength(1)
})
