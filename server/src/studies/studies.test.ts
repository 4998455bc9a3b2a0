import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { attempt, refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'
import { rows } from '../../test/matrix/rows.ts'

let casebook: Casebook
let admin: AddedPerson
let place: Place
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  admin = await addPerson(casebook, 'Ingrid', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'] })
})
beforeEach(async () => {
  place = await makePlace(casebook)
})
afterAll(() => casebook.stop())

const update = (input: Record<string, unknown>) => ({ siteid: place.siteid, studyid: place.studyid, input })
const setStatus = (status: string) => run(admin, 'updateStudy', update({ name: 'A study', status }))

describe('a study', () => {
  test('is initially OPEN with nothing below it, and a trimmed name', async () => {
    expect(await run(admin, 'addStudy', { siteid: place.siteid, name: ' Step counting ' })).toMatchObject({
      name: 'Step counting',
      status: 'OPEN',
      identifier: null,
      subjectCount: 0,
      activitytypeCount: 0,
      formtypeCount: 0,
      version: 1,
    })
  })

  test('may have the name of another', async () => {
    for (const name of ['Twice', 'Twice']) await run(admin, 'addStudy', { siteid: place.siteid, name })
  })

  test.each(['', '  ', 'x'.repeat(201), 'a\tb'])('may not be named %j', async (name) => {
    const bad = { code: 'BAD_INPUT', field: 'name' }
    expect(await refusal(admin, 'addStudy', { siteid: place.siteid, name })).toMatchObject(bad)
    expect(await refusal(admin, 'updateStudy', update({ name, status: 'OPEN' }))).toMatchObject(bad)
  })

  test('has any status of 1 to 50 characters', async () => {
    for (const status of ['x', 'Recruiting until spring', 'x'.repeat(50)])
      expect(await setStatus(status)).toMatchObject({ status })
    for (const status of ['', ' ', 'x'.repeat(51), 'a\nb']) {
      const refused = await refusal(admin, 'updateStudy', update({ name: 'A study', status }))
      expect(refused).toMatchObject({ code: 'BAD_INPUT', field: 'status' })
    }
  })

  test('that somebody else changed meanwhile is refused with their name', async () => {
    const siri = await addPerson(casebook, 'Siri', { groups: ['study:admin'] })
    await run(siri, 'updateStudy', update({ name: 'By Siri', status: 'OPEN', version: 1 }))
    const late = await refusal(admin, 'updateStudy', update({ name: 'Late', status: 'OPEN', version: 1 }))
    expect(late).toMatchObject({ code: 'CONFLICT', current: { version: 2, by: 'Siri' } })
  })

  test('counts its records, without removed types', async () => {
    const { siteid, studyid, freeActivitytypeid: activitytypeid, freeFormtypeid: formtypeid } = place
    const counts = 'activitytypeCount formtypeCount subjectCount'
    const all = { activitytypeCount: 2, formtypeCount: 2, subjectCount: 1 }
    expect(await run(admin, 'getStudy', { siteid, studyid }, counts)).toEqual(all)
    await run(admin, 'removeActivityType', { studyid, activitytypeid })
    await run(admin, 'removeFormType', { studyid, formtypeid })
    const fewer = { activitytypeCount: 1, formtypeCount: 1, subjectCount: 1 }
    expect(await run(admin, 'getStudy', { siteid, studyid }, counts)).toEqual(fewer)
  })

  test('hides everything below it when it is removed, but no other study of the site', async () => {
    const { siteid, studyid, subjectid, formtypeid, activitytypeid } = place
    await run(admin, 'removeStudy', { siteid, studyid })
    const gone: [string, Record<string, unknown>][] = [
      ['getStudy', { siteid, studyid }],
      ['listSubjects', { studyid }],
      ['listActivityTypes', { studyid }],
      ['getFormType', { studyid, formtypeid }],
      ['getSubject', { studyid, subjectid }],
      ['listForms', { subjectid }],
      ['getForm', { subjectid, formtypeid }],
      ['updateStudy', update({ name: 'Back', status: 'OPEN' })],
      ['removeStudy', { siteid, studyid }],
      ['addFormType', { studyid, identifier: 'x', fields: [] }],
      ['updateSubject', { input: { siteid, studyid, subjectid, status: 'CLOSED' } }],
      ['removeActivity', { subjectid, activitytypeid }],
    ]
    for (const [name, variables] of gone) expect((await refusal(admin, name, variables)).code, name).toBe('NOT_FOUND')
    expect(await run(admin, 'listStudies', { siteid }, 'studyid')).toHaveLength(1)
  })
})

describe('a study that accepts no changes', () => {
  const changes = [
    'addSubject',
    'addSubjectV2',
    'addActivityType',
    'updateActivityType',
    'removeActivityType',
    'addFormType',
    'updateFormType',
    'removeFormType',
  ]
  const give = (name: string) => rows[name]?.give(place) ?? {}

  test.each(['CLOSED', 'DELETED', ' CLOSED '])(
    'since its status is %j takes no new subjects and none to its types',
    async (status) => {
      await setStatus(status)
      for (const name of changes) {
        const refused = await refusal(admin, name, give(name))
        expect(refused, name).toMatchObject({ code: 'STUDY_NOT_OPEN', params: { status: status.trim() } })
        expect(refused.message).toContain(status.trim())
      }
      await setStatus('OPEN')
      for (const name of changes) await run(admin, name, give(name))
    },
  )

  test.each(['closed', 'Closed for the summer', 'Recruiting'])('does not have the status %j', async (status) => {
    await setStatus(status)
    for (const name of changes) await run(admin, name, give(name))
  })

  test('leaves its subjects to their own status', async () => {
    const { siteid, studyid, subjectid, referencedataid } = place
    await setStatus('CLOSED')
    for (const name of ['addForm', 'updateForm', 'addActivity', 'updateActivity']) await run(admin, name, give(name))
    await run(admin, 'removeReferenceData', { subjectid, referencedataid })
    for (const status of ['CLOSED', 'OPEN']) {
      const change = { input: { siteid, studyid, subjectid, status } }
      expect(await run(admin, 'updateSubject', change)).toMatchObject({ status })
    }
    expect(await run(admin, 'removeSubject', { studyid, subjectid })).toMatchObject({ status: 'DELETED' })
  })

  test('receives no subject while it is being closed', async () => {
    for (let round = 0; round < 5; round++) {
      const { siteid, studyid } = await makePlace(casebook)
      const close = run(admin, 'updateStudy', { siteid, studyid, input: { name: 'A study', status: 'CLOSED' } })
      const adding = Array.from({ length: 6 }, (_, n) =>
        attempt(admin, 'addSubjectV2', { input: { siteid, studyid, identifier: `S-${n}` } }),
      )
      await close
      const count = async () => (await run(admin, 'getStudy', { siteid, studyid }, 'subjectCount')).subjectCount
      const atClosing = await count()
      const answers = await Promise.all(adding)
      const added = answers.filter(({ errors }) => !errors)
      for (const { errors } of answers) if (errors) expect(errors[0]?.extensions.code).toBe('STUDY_NOT_OPEN')
      expect(await count()).toBe(1 + added.length)
      expect(atClosing).toBe(await count())
    }
  })
})

describe('the places of a study', () => {
  const placed = (places: readonly string[]) => update({ name: 'A study', status: 'OPEN', places })
  const wear = (devices: readonly object[]) => {
    const { siteid, studyid, subjectid } = place
    return { input: { siteid, studyid, subjectid, devices } }
  }

  test('are arm and chest at first, stay if omitted, and are cleaned', async () => {
    const { siteid, studyid } = place
    expect(await run(admin, 'getStudy', { siteid, studyid }, 'places')).toEqual({ places: ['arm', 'chest'] })
    await run(admin, 'updateStudy', placed(['chest', ' Left ankle', 'arm']))
    await setStatus('OPEN')
    expect(await run(admin, 'getStudy', { siteid, studyid }, 'places')).toEqual({
      places: ['chest', 'Left ankle', 'arm'],
    })
  })

  test.each([
    [[]],
    [['']],
    [['arm', 'ARM']],
    [['arm', 'x'.repeat(101)]],
    [Array.from({ length: 51 }, (_, at) => `P${at}`)],
  ])('may not be %j', async (places) => {
    expect(await refusal(admin, 'updateStudy', placed(places))).toMatchObject({ code: 'BAD_INPUT', field: 'places' })
  })

  test('stay once a device was worn in them; how they are spelled may change', async () => {
    await run(admin, 'updateStudy', placed(['arm', 'chest', 'left ankle']))
    const { deviceid } = place
    const devices = [{ deviceid, position: 'OTHER', place: 'LEFT ankle' }]
    const { studyid, subjectid } = await run(admin, 'updateSubject', wear(devices))
    const worn = () => run(admin, 'getSubject', { studyid, subjectid }, 'devices { deviceid position place }')
    expect(await worn()).toEqual({ devices: [{ deviceid, position: 'OTHER', place: 'left ankle' }] })
    const used = { code: 'CONFLICT', reason: 'study.places.used', field: 'places' }
    expect(await refusal(admin, 'updateStudy', placed(['arm', 'chest']))).toMatchObject({
      ...used,
      params: { place: 'left ankle' },
    })
    await run(admin, 'updateStudy', placed(['arm', 'chest', 'Left Ankle']))
    expect(await refusal(admin, 'updateStudy', placed(['arm', 'chest']))).toMatchObject(used)
    await run(admin, 'updateSubject', wear([{ deviceid, position: 'OTHER', place: 'left ankle' }]))
    expect(await worn()).toMatchObject({ devices: [{ place: 'left ankle' }] })
    await run(admin, 'updateSubject', wear([]))
    expect(await refusal(admin, 'updateStudy', placed(['arm', 'chest']))).toMatchObject(used)
  })

  test('are those in which devices are attached, each device once in other places than arm and chest', async () => {
    await run(admin, 'updateStudy', placed(['arm', 'chest', 'left ankle', 'wrist']))
    const { deviceid } = place
    const refused = async (...devices: readonly object[]) => {
      const problem = await refusal(admin, 'updateSubject', wear(devices))
      expect(problem).toMatchObject({ code: 'BAD_INPUT', field: 'devices' })
      return problem.reason
    }
    expect(await refused({ deviceid, position: 'OTHER' })).toBe('subject.place.required')
    expect(await refused({ deviceid, position: 'OTHER', place: 'arm' })).toBe('subject.place.mismatch')
    expect(await refused({ deviceid, position: 'OTHER', place: 'knee' })).toBe('subject.place.unknown')
    const { siteid } = place
    const withoutChest = await run(admin, 'addStudy', { siteid, name: 'On the arm only' })
    const ids = { siteid, studyid: withoutChest.studyid }
    await run(admin, 'updateStudy', { ...ids, input: { name: 'On the arm only', status: 'OPEN', places: ['arm'] } })
    const onChest = { ...ids, identifier: 'S-1', devices: [{ deviceid, position: 'CHEST' }] }
    expect(await refusal(admin, 'addSubjectV2', { input: onChest })).toMatchObject({ reason: 'subject.place.unknown' })
    const ankle = { deviceid, position: 'OTHER', place: 'left ankle' }
    const wrist = { deviceid, position: 'OTHER', place: 'wrist' }
    expect(await refused(ankle, wrist)).toBe('subject.devices.other-twice')
    expect(await refused({ ...ankle, place: 'Left Ankle' }, ankle)).toBe('subject.devices.other-twice')
    await run(admin, 'updateSubject', wear([ankle]))
    const { studyid, subjectid } = await run(admin, 'updateSubject', wear([wrist]))
    const worn = () => run(admin, 'getSubject', { studyid, subjectid }, 'devices { position place }')
    expect(await worn()).toEqual({ devices: [{ position: 'OTHER', place: 'wrist' }] })
    await run(admin, 'updateSubject', wear([]))
    await run(admin, 'putBackSubjectDevice', { subjectid, deviceid, position: 'OTHER' })
    expect(await worn()).toEqual({ devices: [{ position: 'OTHER', place: 'wrist' }] })
  })
})
