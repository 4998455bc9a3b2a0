import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { attempt, refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson, changePerson } from '../../test/beds/people.ts'
import { makePlace, newSiteid } from '../../test/beds/place.ts'
import { proveScope, systemActor } from '../access/scope.ts'
import { readsOf } from '../access/site-data.ts'

let casebook: Casebook
let admin: AddedPerson
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  admin = await addPerson(casebook, 'Ingrid', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'] })
})
afterAll(() => casebook.stop())

const add = (name: string, identifier = newSiteid()) => run(admin, 'addSite', { identifier, name })

describe('a site', () => {
  test('has the given identifier and a trimmed name, and nothing below it', async () => {
    const identifier = newSiteid()
    expect(await add('  Oslo universitetssykehus ', identifier)).toEqual({
      siteid: identifier,
      name: 'Oslo universitetssykehus',
      studyCount: 0,
      deviceCount: 0,
      openSubjectCount: 0,
      lastChangeAt: null,
      changedAt: expect.any(String),
      changedBy: expect.any(String),
      version: 1,
    })
  })

  test.each([
    ['', 'text.required'],
    ['Oslo', 'site.id.pattern'],
    ['oslo1', 'site.id.pattern'],
    ['os lo', 'site.id.pattern'],
    ['osl\u00f8', 'site.id.pattern'],
    ['oslo\n', 'site.id.pattern'],
    ['a'.repeat(41), 'site.id.pattern'],
  ])('may not be called %j', async (identifier, reason) => {
    expect(await refusal(admin, 'addSite', { identifier, name: 'Oslo' })).toMatchObject({
      code: 'BAD_INPUT',
      reason,
      field: 'identifier',
    })
  })

  test('may have an identifier of at most 40 letters', async () => {
    expect(await add('Long', `${newSiteid()}${'z'.repeat(40)}`.slice(0, 40))).toMatchObject({ version: 1 })
  })

  test.each(['', '   ', '\u200b', 'x'.repeat(201), 'a\nb', 'a\u202eb', 'a\0'])('may not be named %j', async (name) => {
    for (const [operation, variables] of [
      ['addSite', { identifier: newSiteid(), name }],
      ['updateSite', { siteid: (await add('Oslo')).siteid, name }],
    ] as const) {
      expect(await refusal(admin, operation, variables)).toMatchObject({ code: 'BAD_INPUT', field: 'name' })
    }
  })

  test('may have the name of another site', async () => {
    await add('Twice')
    await add('Twice')
  })

  test('keeps its identifier reserved, removed or not', async () => {
    const { siteid } = await add('Oslo')
    const taken = { code: 'ALREADY_EXISTS', reason: 'site.id.taken', field: 'identifier' }
    expect(await refusal(admin, 'addSite', { identifier: siteid, name: 'Other' })).toMatchObject(taken)
    await run(admin, 'removeSite', { siteid })
    expect(await refusal(admin, 'addSite', { identifier: siteid, name: 'Other' })).toMatchObject(taken)
  })

  test('counts and lists its records, without removed ones', async () => {
    const { siteid, deviceid, studyid } = await makePlace(casebook)
    const selection = 'studyCount deviceCount studies { studyid } devices { deviceid }'
    const before = await run(admin, 'getSite', { siteid }, selection)
    expect([before.studyCount, before.deviceCount, before.studies.length, before.devices.length]).toEqual([2, 2, 2, 2])
    await run(admin, 'removeDevice', { siteid, deviceid })
    await run(admin, 'removeStudy', { siteid, studyid })
    const after = await run(admin, 'getSite', { siteid }, selection)
    expect([after.studyCount, after.deviceCount, after.studies.length, after.devices.length]).toEqual([1, 1, 1, 1])
  })

  test('counts its open subjects and reports when one was last changed', async () => {
    const { siteid, studyid, subjectid } = await makePlace(casebook)
    const before = await run(admin, 'getSite', { siteid }, 'openSubjectCount lastChangeAt')
    expect(before).toEqual({ openSubjectCount: 2, lastChangeAt: expect.stringMatching(/^\d{4}-.*Z$/) })
    await run(admin, 'removeSubject', { studyid, subjectid })
    const after = await run(admin, 'getSite', { siteid }, 'openSubjectCount lastChangeAt')
    expect(after.openSubjectCount).toBe(1)
    expect(after.lastChangeAt > before.lastChangeAt).toBe(true)
    // Another site's changes do not affect this one, however many follow.
    await makePlace(casebook)
    expect(await run(admin, 'getSite', { siteid }, 'lastChangeAt')).toEqual({ lastChangeAt: after.lastChangeAt })
  })

  test('names the active patients who belong to it, by their sub', async () => {
    const { siteid } = await add('Oslo')
    const belongs = await addPerson(casebook, 'Per', { groups: ['patient'], sites: [siteid] })
    const everywhere = await addPerson(casebook, 'Pia', { groups: ['patient'], sites: 'all' })
    await addPerson(casebook, 'Elsewhere', { groups: ['patient'], sites: ['elsewhere'] })
    await addPerson(casebook, 'Nurse', { groups: ['hp'], sites: [siteid] })
    const gone = await addPerson(casebook, 'Gone', { groups: ['patient'], sites: [siteid] })
    await changePerson(casebook, gone.personid, { state: 'deactivated' })
    const { patients } = await run(admin, 'getSite', { siteid }, 'patients { siteid patientid name }')
    const added = patients.filter(({ patientid }: { patientid: string }) => patientid !== 'patient')
    expect(added).toEqual([
      { siteid, patientid: belongs.personid, name: 'Per' },
      { siteid, patientid: everywhere.personid, name: 'Pia' },
    ])
  })

  test('names a patient without a name by their sub', async () => {
    const { siteid } = await add('Oslo')
    const nameless = await addPerson(casebook, '', { groups: ['patient'], sites: [siteid] })
    const { patients } = await run(admin, 'getSite', { siteid }, 'patients { name }')
    expect(patients).toContainEqual({ name: nameless.personid })
  })
})

describe('the list of sites', () => {
  test('is sorted by name ignoring case, like every list of names', async () => {
    const scope = ['\u00c5lesund', 'bodø', 'Bergen', 'Zürich', 'arendal', 'Bodø']
    const siteids: string[] = []
    for (const name of scope) siteids.push((await add(name)).siteid)
    const nurse = await addPerson(casebook, 'Kari', { groups: ['hp'], sites: siteids })
    const names = (await run(nurse, 'listSites')).map(({ name }: { name: string }) => name)
    expect(names.map((name: string) => name.toLowerCase())).toEqual([
      'arendal',
      'bergen',
      'bodø',
      'bodø',
      'zürich',
      'ålesund',
    ])
  })

  test('contains the caller’s sites, and is empty without any', async () => {
    const { siteid } = await add('Oslo')
    const one = await addPerson(casebook, 'Kari', { groups: ['hp'], sites: [siteid, 'nosuchsite'] })
    const none = await addPerson(casebook, 'Ola', { groups: ['hp'], sites: [] })
    expect(await run(one, 'listSites', {}, 'siteid')).toEqual([{ siteid }])
    expect(await run(none, 'listSites')).toEqual([])
  })

  test('contains a site that a person of named sites has just added', async () => {
    const some = await addPerson(casebook, 'Siri', { groups: ['admin'], sites: [] })
    const identifier = newSiteid()
    await run(some, 'addSite', { identifier, name: 'New' })
    expect(await run(some, 'listSites', {}, 'siteid')).toEqual([{ siteid: identifier }])
    expect(await run(some, 'addDevice', { siteid: identifier, deviceid: 'A1' })).toMatchObject({ siteid: identifier })
  })
})

describe('a write with a version', () => {
  test('is accepted if it is the stored one, and increments it', async () => {
    const { siteid } = await add('Oslo')
    expect(await run(admin, 'updateSite', { siteid, name: 'Two', version: 1 })).toMatchObject({
      name: 'Two',
      version: 2,
    })
    expect(await run(admin, 'updateSite', { siteid, name: 'Three' })).toMatchObject({ version: 3 })
  })

  test('is refused if it is not, says who changed it last and when, and changes nothing', async () => {
    const { siteid } = await add('Oslo')
    const quick = await addPerson(casebook, 'Siri', { groups: ['admin'] })
    await run(quick, 'updateSite', { siteid, name: 'By Siri', version: 1 })
    for (const version of [0, 1, 3, -1, 2_147_483_647]) {
      expect(await refusal(admin, 'updateSite', { siteid, name: 'Late', version })).toMatchObject({
        code: 'CONFLICT',
        reason: 'version.stale',
        current: { version: 2, by: 'Siri', at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) },
      })
    }
    expect(await run(admin, 'getSite', { siteid })).toMatchObject({ name: 'By Siri', version: 2 })
  })

  test('succeeds once if several people send the same one concurrently', async () => {
    const { siteid } = await add('Oslo')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => attempt(admin, 'updateSite', { siteid, name: `Name ${n}`, version: 1 })),
    )
    const codes = answers.map(({ errors }) => errors?.[0]?.extensions.code ?? 'OK').sort()
    expect(codes).toEqual([...Array(7).fill('CONFLICT'), 'OK'])
  })
})

describe('removing a site', () => {
  test('hides everything below it from everybody, and destroys nothing', async () => {
    const place = await makePlace(casebook)
    const { siteid, studyid, subjectid, formtypeid, activitytypeid, deviceid, referencedataid } = place
    expect(await run(admin, 'removeSite', { siteid }, 'siteid studies { subjects { subjectid } }')).toMatchObject({
      siteid,
    })
    const gone: [string, Record<string, unknown>][] = [
      ['getSite', { siteid }],
      ['listDevices', { siteid }],
      ['listStudies', { siteid }],
      ['getStudy', { siteid, studyid }],
      ['listSubjects', { studyid }],
      ['listFormTypes', { studyid }],
      ['getActivityType', { studyid, activitytypeid }],
      ['getSubject', { studyid, subjectid }],
      ['getForm', { subjectid, formtypeid }],
      ['listActivities', { subjectid }],
      ['listReferenceData', { subjectid }],
      ['listHistory', { studyid, subjectid }],
      ['updateSite', { siteid, name: 'Back' }],
      ['removeSite', { siteid }],
      ['addDevice', { siteid, deviceid: 'A1' }],
      ['updateDevice', { siteid, deviceid, input: { deviceid: 'B2' } }],
      ['addStudy', { siteid, name: 'x' }],
      ['removeStudy', { siteid, studyid }],
      ['addSubjectV2', { input: { siteid, studyid, identifier: 'x' } }],
      ['updateSubject', { input: { siteid, studyid, subjectid, identifier: 'x' } }],
      ['removeActivity', { subjectid, activitytypeid }],
      ['completeReferenceData', { subjectid, referencedataid }],
    ]
    for (const [name, variables] of gone) expect((await refusal(admin, name, variables)).code, name).toBe('NOT_FOUND')
    const counted = await readsOf(casebook.services.db, proveScope(systemActor('tests'), 'all'))
      .selectFrom('subject')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('siteid', '=', siteid)
      .executeTakeFirstOrThrow()
    expect(Number(counted.count)).toBe(2)
  })
})
