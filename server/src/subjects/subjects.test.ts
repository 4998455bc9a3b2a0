import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { attempt, refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'
import { rows } from '../../test/matrix/rows.ts'

let casebook: Casebook
/** Of hp alone. */
let nurse: AddedPerson
/** Of admin alone. */
let admin: AddedPerson
/** Of hp and subject:admin. */
let coordinator: AddedPerson
/** Of subject:admin alone. */
let marker: AddedPerson
let place: Place & { sibling: Place }
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  nurse = await addPerson(casebook, 'Kari', { groups: ['hp'] })
  admin = await addPerson(casebook, 'Ingrid', { groups: ['admin'] })
  coordinator = await addPerson(casebook, 'Lars', { groups: ['hp', 'subject:admin'] })
  marker = await addPerson(casebook, 'Mette', { groups: ['subject:admin'] })
})
beforeEach(async () => {
  place = await makePlace(casebook)
  // Its file is still being uploaded, which would prevent closing.
  const { subjectid, referencedataid } = place
  await run(nurse, 'removeReferenceData', { subjectid, referencedataid })
})
afterAll(() => casebook.stop())

type Change = Record<string, unknown>
const input = (change: Change) => {
  const { siteid, studyid, subjectid } = place
  return { input: { siteid, studyid, subjectid, ...change } }
}
const change = (person: AddedPerson, what: Change, selection?: string) =>
  run(person, 'updateSubject', input(what), selection)
const refused = (person: AddedPerson, what: Change) => refusal(person, 'updateSubject', input(what))
const mark = (person: AddedPerson) =>
  attempt(person, 'removeSubject', { studyid: place.studyid, subjectid: place.subjectid })
const read = (selection?: string) =>
  run(nurse, 'getSubject', { studyid: place.studyid, subjectid: place.subjectid }, selection)
const addV2 = (identifier: string, more: Change = {}) =>
  run(nurse, 'addSubjectV2', { input: { siteid: place.siteid, studyid: place.studyid, identifier, ...more } })

async function bring(status: 'OPEN' | 'CLOSED' | 'DELETED') {
  if (status === 'CLOSED') await change(nurse, { status })
  if (status === 'DELETED') await mark(marker)
}

describe('a new subject', () => {
  test('is OPEN, with a trimmed identifier and an id assigned by the server', async () => {
    expect(await addV2('  S-001 ')).toMatchObject({ identifier: 'S-001', status: 'OPEN', snapshot: null, version: 1 })
  })

  test('may have no initial status except OPEN', async () => {
    await addV2('S-001', { status: 'OPEN' })
    for (const status of ['CLOSED', 'DELETED']) {
      const { siteid, studyid } = place
      const bad = { code: 'BAD_INPUT', field: 'status' }
      const v2 = { input: { siteid, studyid, identifier: 'S-002', status } }
      expect(await refusal(nurse, 'addSubjectV2', v2)).toMatchObject(bad)
      const v1 = { input: { siteid, studyid, subjectid: 'S-002', status } }
      expect(await refusal(nurse, 'addSubject', v1)).toMatchObject(bad)
    }
  })

  test.each(['', ' ', 'x'.repeat(201), 'a\nb'])('may not have the identifier %j', async (identifier) => {
    const { siteid, studyid } = place
    const bad = { code: 'BAD_INPUT', field: 'identifier' }
    expect(await refusal(nurse, 'addSubjectV2', { input: { siteid, studyid, identifier } })).toMatchObject(bad)
    expect(await refused(nurse, { identifier })).toMatchObject(bad)
  })

  test('has an identifier unique in its study, ignoring case', async () => {
    await addV2('S-001 Å')
    const taken = { code: 'ALREADY_EXISTS', reason: 'subject.identifier.taken', field: 'identifier' }
    const { siteid, studyid } = place
    const looksTheSame = [
      'S-001\u00a0Å',
      'S-001  Å',
      'S-\u200c001 Å',
      'S-001 \u2064Å',
      '\u3164S-001 Å',
      'S-001 Å\ufe0f',
    ]
    for (const identifier of ['s-001 å', 'S-001 A\u030a', ...looksTheSame]) {
      expect(await refusal(nurse, 'addSubjectV2', { input: { siteid, studyid, identifier } })).toMatchObject(taken)
      expect(await refused(nurse, { identifier })).toMatchObject(taken)
    }
    const elsewhere = { siteid, studyid: place.sibling.studyid, identifier: 's-001 å' }
    await run(nurse, 'addSubjectV2', { input: elsewhere })
  })

  test('is added once when several people add it at once', async () => {
    const { siteid, studyid } = place
    const adding = ['s', 'S', 's', 'S'].map((identifier) =>
      attempt(nurse, 'addSubjectV2', { input: { siteid, studyid, identifier } }),
    )
    const codes = (await Promise.all(adding)).map(({ errors }) => errors?.[0]?.extensions.code ?? 'OK').sort()
    expect(codes).toEqual(['ALREADY_EXISTS', 'ALREADY_EXISTS', 'ALREADY_EXISTS', 'OK'])
  })

  test('with an id chosen by the caller has no identifier, and is listed under its id', async () => {
    const { siteid, studyid } = place
    const subjectid = `-_Az09${crypto.randomUUID()}`
    const added = await run(nurse, 'addSubject', { input: { siteid, studyid, subjectid } })
    expect(added).toMatchObject({ subjectid, identifier: null, status: 'OPEN' })
    const listed = await run(nurse, 'listSubjects', { studyid }, 'subjectid')
    expect(listed[0]).toEqual({ subjectid })
  })

  test.each(['', 'a b', 'å', 'a/b', 'a'.repeat(65), '../x'])('may not have the id %j', async (subjectid) => {
    const { siteid, studyid } = place
    const bad = { code: 'BAD_INPUT', field: 'subjectid' }
    expect(await refusal(nurse, 'addSubject', { input: { siteid, studyid, subjectid } })).toMatchObject(bad)
  })

  test('may not have the id of another, whether in the same study, the same site or elsewhere', async () => {
    const taken = { code: 'ALREADY_EXISTS', reason: 'subject.id.taken', field: 'subjectid' }
    const { siteid, studyid, subjectid } = place
    expect(await refusal(nurse, 'addSubject', { input: { siteid, studyid, subjectid } })).toMatchObject(taken)
    const sibling = { siteid, studyid: place.sibling.studyid, subjectid }
    expect(await refusal(nurse, 'addSubject', { input: sibling })).toMatchObject(taken)
    const elsewhere = await makePlace(casebook)
    const other = { siteid: elsewhere.siteid, studyid: elsewhere.studyid, subjectid }
    expect(await refusal(nurse, 'addSubject', { input: other })).toMatchObject(taken)
  })

  test('has the given devices, in order, and none of another site', async () => {
    const { siteid, studyid, deviceid, sibling } = place
    const devices = [
      { deviceid: sibling.deviceid, position: 'CHEST' },
      { deviceid, position: 'ARM' },
      { deviceid, position: 'CHEST' },
    ]
    const given = { input: { siteid, studyid, identifier: 'S-001', devices } }
    expect(await run(nurse, 'addSubjectV2', given, 'devices { deviceid position }')).toEqual({ devices })
    const { deviceid: foreign } = await makePlace(casebook)
    const wrong = { input: { siteid, studyid, identifier: 'S-002', devices: [{ deviceid: foreign, position: 'ARM' }] } }
    expect(await refusal(nurse, 'addSubjectV2', wrong)).toMatchObject({ code: 'NOT_FOUND', field: 'devices' })
    const twice = { input: { siteid, studyid, identifier: 'S-002', devices: [devices[1], devices[1]] } }
    expect(await refusal(nurse, 'addSubjectV2', twice)).toMatchObject({ reason: 'subject.devices.duplicate' })
    expect((await run(nurse, 'listSubjects', { studyid })).length).toBe(2)
  })
})

describe('a change of a subject', () => {
  test('keeps fields that are omitted or null', async () => {
    const all = 'identifier status devices { deviceid position } snapshot'
    const before = await read(all)
    for (const nothing of [
      {},
      { identifier: null, devices: null, status: null, snapshot: null, reason: null, version: null },
    ]) {
      expect(await change(nurse, nothing, all)).toEqual(before)
    }
  })

  test('replaces the list of devices, its order too, and empties it', async () => {
    const { deviceid, sibling } = place
    const arm = { deviceid, position: 'ARM' }
    const chest = { deviceid: sibling.deviceid, position: 'CHEST' }
    for (const devices of [[arm, chest], [chest, arm], [chest], [], [{ ...arm, position: 'CHEST' }]]) {
      expect(await change(nurse, { devices }, 'devices { deviceid position }')).toEqual({ devices })
      expect(await read('devices { deviceid position }')).toEqual({ devices })
    }
  })

  test('may change the case of its own identifier', async () => {
    await change(nurse, { identifier: 'treadmill' })
    expect(await change(nurse, { identifier: 'Treadmill' })).toMatchObject({ identifier: 'Treadmill' })
  })

  test('increments the version, and is refused with a stale one', async () => {
    expect(await change(nurse, { identifier: 'S-1', version: 1 })).toMatchObject({ version: 2 })
    const conflict = { code: 'CONFLICT', current: { version: 2, by: 'Kari' } }
    expect(await refused(admin, { identifier: 'S-2', version: 1 })).toMatchObject(conflict)
    expect(await refused(admin, { status: 'CLOSED', version: 1 })).toMatchObject(conflict)
    expect(await read()).toMatchObject({ identifier: 'S-1', status: 'OPEN', version: 2 })
  })

  test('is atomic', async () => {
    const devices = [{ deviceid: 'NOSUCH', position: 'ARM' }]
    expect(await refused(nurse, { identifier: 'S-9', devices, status: 'CLOSED' })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await read()).toMatchObject({ identifier: place.identifier, status: 'OPEN', version: 1 })
  })

  test('limits the length of the reason', async () => {
    await change(nurse, { status: 'CLOSED' })
    const long = { status: 'OPEN', reason: 'x'.repeat(4_001) }
    expect(await refused(nurse, long)).toMatchObject({ code: 'BAD_INPUT', field: 'reason' })
    await change(nurse, { status: 'OPEN', reason: 'x'.repeat(4_000) })
  })
})

describe('the status of a subject', () => {
  const people = { nurse: () => nurse, admin: () => admin, coordinator: () => coordinator, marker: () => marker }
  type Name = keyof typeof people
  const all = ['nurse', 'admin', 'coordinator', 'marker'] as const
  // From, to, who may; and what others get. A person with only subject:admin may not call updateSubject at all.
  const transitions: ['OPEN' | 'CLOSED' | 'DELETED', 'OPEN' | 'CLOSED' | 'DELETED', readonly Name[], string][] = [
    ['OPEN', 'OPEN', ['nurse', 'admin', 'coordinator'], 'FORBIDDEN'],
    ['OPEN', 'CLOSED', ['nurse', 'admin', 'coordinator'], 'FORBIDDEN'],
    ['OPEN', 'DELETED', ['coordinator'], 'FORBIDDEN'],
    ['CLOSED', 'OPEN', ['nurse', 'admin', 'coordinator'], 'FORBIDDEN'],
    ['CLOSED', 'CLOSED', [], 'SUBJECT_NOT_OPEN'],
    ['CLOSED', 'DELETED', ['coordinator'], 'FORBIDDEN'],
    ['DELETED', 'OPEN', ['coordinator'], 'FORBIDDEN'],
    ['DELETED', 'CLOSED', [], 'SUBJECT_NOT_OPEN'],
    ['DELETED', 'DELETED', [], 'SUBJECT_NOT_OPEN'],
  ]
  describe.each(transitions)('from %s to %s', (from, to, allowed, otherwise) => {
    test.each(all)('by a %s', async (name) => {
      await bring(from)
      const { errors } = await attempt(people[name](), 'updateSubject', input({ status: to }))
      const mayNot = name === 'marker' ? 'FORBIDDEN' : otherwise
      expect(errors?.[0]?.extensions.code ?? 'OK').toBe(allowed.includes(name) ? 'OK' : mayNot)
      expect(await read()).toMatchObject({ status: allowed.includes(name) ? to : from })
    })
  })

  test.each(all)('is marked as deleted, by a %s', async (name) => {
    for (const from of ['OPEN', 'CLOSED'] as const) {
      await change(coordinator, { status: 'OPEN' })
      await bring(from)
      const { data, errors } = await mark(people[name]())
      const may = name === 'coordinator' || name === 'marker'
      expect(errors?.[0]?.extensions.code ?? data.removeSubject.status).toBe(may ? 'DELETED' : 'FORBIDDEN')
    }
  })

  test('DELETED is not marked twice, and nothing of the subject is erased', async () => {
    await mark(marker)
    expect((await mark(marker)).errors?.[0]?.extensions.code).toBe('SUBJECT_NOT_OPEN')
    expect(await read('status activities { activitytypeid } forms { formtypeid }')).toEqual({
      status: 'DELETED',
      activities: [{ activitytypeid: place.activitytypeid }],
      forms: [{ formtypeid: place.formtypeid }],
    })
    const listed = await run(nurse, 'listSubjects', { studyid: place.studyid })
    expect(listed).toMatchObject([{ status: 'DELETED' }])
  })
})

describe('a subject that is not open', () => {
  test.each(['CLOSED', 'DELETED'] as const)(
    'but %s refuses every change to it and what is below it',
    async (status) => {
      // A removed file would return NOT_FOUND.
      const { siteid, studyid, subjectid, activitytypeid } = place
      const added = { subjectid, input: { siteid, studyid, activitytypeid, filename: 'a.csv' } }
      if (status === 'CLOSED') await change(nurse, { status })
      const file = status === 'CLOSED' ? undefined : await run(nurse, 'addReferenceData', added)
      if (status === 'DELETED') await mark(marker)
      const before = await read('version forms { version fields { key } } activities { version } devices { deviceid }')
      const changes = [
        'addForm',
        'updateForm',
        'removeForm',
        'addActivity',
        'updateActivity',
        'removeActivity',
        'addReferenceData',
      ]
      for (const name of changes) {
        const { code, message } = await refusal(nurse, name, rows[name]?.give(place))
        expect({ name, code }).toEqual({ name, code: 'SUBJECT_NOT_OPEN' })
        expect(message).toContain(status === 'CLOSED' ? 'closed' : 'deleted')
      }
      if (file) {
        const { referencedataid } = file
        expect((await refusal(nurse, 'removeReferenceData', { subjectid, referencedataid })).code).toBe(
          'SUBJECT_NOT_OPEN',
        )
      }
      const devices = [{ deviceid: place.deviceid, position: 'CHEST' }]
      for (const what of [{ identifier: 'New' }, { devices: [] }, { devices }, {}, { identifier: place.identifier }]) {
        expect((await refused(coordinator, what)).code, JSON.stringify(what)).toBe('SUBJECT_NOT_OPEN')
      }
      expect(
        await read('version forms { version fields { key } } activities { version } devices { deviceid }'),
      ).toEqual(before)
    },
  )

  test.each(['CLOSED', 'DELETED'] as const)(
    'but %s is not reopened by a rename or a new device that sends status OPEN along',
    async (status) => {
      await bring(status)
      const devices = [
        { deviceid: place.deviceid, position: 'ARM' },
        { deviceid: place.deviceid, position: 'CHEST' },
      ]
      for (const what of [
        { identifier: 'New' },
        { devices },
        { devices: [] },
        { identifier: 'New', devices, reason: 'x' },
      ]) {
        expect((await refused(coordinator, { ...what, status: 'OPEN' })).code).toBe('SUBJECT_NOT_OPEN')
      }
      expect(await read()).toMatchObject({ status, identifier: place.identifier })
    },
  )

  test('is reopened by status OPEN, with other fields unchanged, and the reason is recorded', async () => {
    await change(nurse, { status: 'CLOSED' })
    const devices = [{ deviceid: place.deviceid, position: 'ARM' }]
    const same = { identifier: place.identifier, devices, status: 'OPEN', reason: ' a wrong stop ' }
    expect(await change(nurse, same)).toMatchObject({ status: 'OPEN' })
    const { studyid, subjectid } = place
    const [last] = await run(nurse, 'listHistory', { studyid, subjectid })
    expect(last).toMatchObject({ kind: 'subject', actor: 'Kari', groups: ['hp'], reason: 'a wrong stop' })
  })
})
