import { studyExamples } from '@casebook/domain/study-setup/example-texts.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'
import { expectHistoryToReplay, readHistory } from '../../test/beds/replay.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of any type.
type Row = Record<string, any>

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

const formType =
  'formtypeid identifier repeats draft { identifier repeats fields { name label } } checks { expression } fields { name type label required showIf }'
const settings = `places epochSeconds calendarFeed
  qualityLimits { share gap dropOut clipped drift calibration notWorn battery volts }`
const study = `studyid siteid name status identifier subjectCount version ${settings}
  formtypes { ${formType} } activitytypes { activitytypeid description repeats }`
const visit = 'visitid name day daysBefore daysAfter repeats formtypeids activitytypeids'

/** What a study defines, with the names of types instead of their ids. */
async function definedBy(siteid: string, studyid: string) {
  const { formtypes, activitytypes, places, epochSeconds, qualityLimits } = await run(
    admin,
    'getStudy',
    { siteid, studyid },
    study,
  )
  const visits: Row[] = await run(admin, 'listVisits', { studyid }, visit)
  const name = new Map<string, string>([
    ...formtypes.map((type: Row): [string, string] => [type.formtypeid, type.identifier]),
    ...activitytypes.map((type: Row): [string, string] => [type.activitytypeid, type.description]),
  ])
  return {
    ...{ places, epochSeconds, qualityLimits },
    formtypes: formtypes.map(({ formtypeid: _, ...type }: Row) => type),
    activitytypes: activitytypes.map(({ activitytypeid: _, ...type }: Row) => type),
    visits: visits.map(
      ({ visitid: _, formtypeids, activitytypeids, ...rest }): Row => ({
        ...rest,
        types: [...formtypeids, ...activitytypeids].map((id: string) => name.get(id)),
      }),
    ),
  }
}

describe('a study like another', () => {
  const define = async () => {
    const { siteid, studyid, formtypeid, freeFormtypeid, activitytypeid, freeActivitytypeid, visitid } = place
    const given = { name: 'First', status: 'Recruiting', places: ['Left ankle', 'arm', 'chest'] }
    const qualityLimits = { share: null, gap: 77, volts: 3.1 }
    const input = { ...given, epochSeconds: 30, qualityLimits, calendarFeed: true }
    await run(admin, 'updateStudy', { siteid, studyid, input })
    const { fields } = await run(
      admin,
      'getFormType',
      { studyid, formtypeid: freeFormtypeid },
      `fields { name type required }`,
    )
    const more = [...fields, { name: 'Weight', type: 'Number', required: false, label: 'Weight, dressed' }]
    const checks = [{ expression: 'Weight < 300.0', message: 'Too heavy.', field: 'Weight', soft: false }]
    const draft = { studyid, identifier: 'Drafted', fields: more, checks, repeats: true }
    await run(admin, 'saveFormTypeDraft', { formtypeid: freeFormtypeid, input: draft })
    const type = { studyid, description: 'Stairs', repeats: true }
    await run(admin, 'updateActivityType', { activitytypeid: freeActivitytypeid, input: type })
    const gone = await run(admin, 'addActivityType', { studyid, description: 'Gone' }, 'activitytypeid')
    const activitytypeids = [gone.activitytypeid, freeActivitytypeid, activitytypeid]
    const later = { name: 'Week 1', day: 7, daysBefore: 1, daysAfter: 2, formtypeids: [formtypeid], activitytypeids }
    const first = { visitid, name: 'First day', day: 0, formtypeids: [freeFormtypeid, formtypeid], activitytypeids: [] }
    await run(admin, 'updateVisits', { studyid, visits: [later, first] })
    await run(admin, 'removeActivityType', { studyid, activitytypeid: gone.activitytypeid })
    return { siteid, studyid }
  }

  test('has its settings, types, drafts and schedule, and nothing of its subjects', async () => {
    const { siteid, studyid } = await define()
    const added = await run(admin, 'addStudyLike', { siteid, name: ' Second ', studyid }, study)
    expect(added).toMatchObject({
      siteid,
      name: 'Second',
      status: 'OPEN',
      identifier: null,
      // Who may subscribe to the calendar is decided for each study.
      calendarFeed: false,
      epochSeconds: 30,
      qualityLimits: { share: null, gap: 77, dropOut: 1, volts: 3.1 },
      subjectCount: 0,
      version: 1,
    })
    expect(added.formtypes).toHaveLength(2)
    const [before, after] = [await definedBy(siteid, studyid), await definedBy(siteid, added.studyid)]
    // The type that was removed is in no visit of the new study.
    for (const each of before.visits) each.types = each.types.filter((name: string | undefined) => name !== undefined)
    expect(after).toEqual(before)
    expect(after.visits.map(({ name, types }) => [name, types.length])).toEqual([
      ['Week 1', 3],
      ['First day', 2],
    ])
    expect(await run(admin, 'listStudyDocuments', { studyid: added.studyid }, 'documentid')).toEqual([])
  })

  test('has ids of its own: what is changed in one stays as it is in the other', async () => {
    const { siteid, studyid } = await define()
    const before = await definedBy(siteid, studyid)
    const added = await run(admin, 'addStudyLike', { siteid, name: 'Second', studyid }, study)
    for (const { formtypeid } of added.formtypes) {
      await run(admin, 'removeFormType', { studyid: added.studyid, formtypeid })
      expect(await refusal(admin, 'getFormType', { studyid, formtypeid })).toMatchObject({ code: 'NOT_FOUND' })
    }
    await run(admin, 'removeStudy', { siteid, studyid: added.studyid })
    expect(await definedBy(siteid, studyid)).toEqual(before)
  })

  test('may be at another site of the caller, and begin as a closed study', async () => {
    const { siteid, studyid } = await define()
    await run(admin, 'updateStudy', { siteid, studyid, input: { name: 'First', status: 'CLOSED' } })
    const elsewhere = await makePlace(casebook)
    const added = await run(
      admin,
      'addStudyLike',
      { siteid: elsewhere.siteid, name: 'There', studyid },
      'studyid siteid status',
    )
    expect(added).toMatchObject({ siteid: elsewhere.siteid, status: 'OPEN' })
    expect((await definedBy(elsewhere.siteid, added.studyid)).visits).toHaveLength(2)
  })

  test('is refused without its site, without the other study, and of a study that the caller does not see', async () => {
    const { siteid, studyid } = place
    const elsewhere = await makePlace(casebook)
    const stranger = await addPerson(casebook, 'Stine', { groups: ['hp', 'study:admin'], sites: [elsewhere.siteid] })
    const refusedTo = (person: AddedPerson, given: object) =>
      refusal(person, 'addStudyLike', { siteid, name: 'Second', studyid, ...given })
    expect(await refusedTo(admin, { siteid: 'nosuchsite' })).toMatchObject({ code: 'NOT_FOUND', field: 'siteid' })
    expect(await refusedTo(admin, { studyid: 'nosuchstudy' })).toMatchObject({ code: 'NOT_FOUND', field: 'studyid' })
    expect(await refusedTo(admin, { name: ' ' })).toMatchObject({ code: 'BAD_INPUT', field: 'name' })
    expect(await refusedTo(stranger, { siteid: elsewhere.siteid })).toMatchObject({
      code: 'NOT_FOUND',
      field: 'studyid',
    })
    await run(admin, 'removeStudy', { siteid, studyid })
    expect(await refusedTo(admin, {})).toMatchObject({ code: 'NOT_FOUND', field: 'studyid' })
  })
})

test.each(studyExamples)('a study begins with the example %s, in both languages', async (example) => {
  const { siteid } = place
  const named = new Set<string>()
  for (const language of ['en', 'nb']) {
    const added = await run(admin, 'addExampleStudy', { siteid, name: example, example, language }, study)
    expect(added).toMatchObject({ name: example, status: 'OPEN', subjectCount: 0 })
    expect(added.formtypes.length).toBeGreaterThan(1)
    const { visits } = await definedBy(siteid, added.studyid)
    expect(visits[0]).toMatchObject({ day: 0 })
    for (const { types } of visits) expect(types).not.toContain(undefined)
    named.add(visits.map(({ name }) => name).join())
    const subject = { siteid, studyid: added.studyid, identifier: 'S-1' }
    expect(await run(admin, 'addSubjectV2', { input: subject }, 'status')).toEqual({ status: 'OPEN' })
  }
  expect(named.size).toBe(2)
})

test('the history has each record of such a study, by the person, and replays', async () => {
  const { siteid, studyid } = place
  const before = (await readHistory(casebook)).at(-1)?.historyid ?? 0
  await run(admin, 'addStudyLike', { siteid, name: 'Second', studyid }, 'studyid')
  await run(admin, 'addExampleStudy', { siteid, name: 'Third', example: 'WRIST_WEEK', language: 'en' }, 'studyid')
  const entries = await readHistory(casebook, before)
  expect(new Set(entries.map(({ kind, action, actor }) => `${kind} ${action} ${actor === admin.personid}`))).toEqual(
    new Set(['study', 'form_type', 'activity_type', 'visit'].map((kind) => `${kind} ADDED true`)),
  )
  await expectHistoryToReplay(casebook)
})
