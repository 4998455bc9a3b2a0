import { todayIn } from '@casebook/domain/activities/today.ts'
import { dayOfDateValue } from '@casebook/domain/form-types/values/form-dates.ts'
import { cellOfVisit } from '@casebook/domain/visits/cells/visit-cells.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { until } from '../../test/beds/live.ts'
import { attempt, refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'
import { asSuperuser } from '../../test/beds/replay.ts'
import { proveScope, systemActor } from '../access/scope.ts'
import { readSubjectRows } from '../exports/subject-rows.sql.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of any type.
type Row = Record<string, any>

let casebook: Casebook
let admin: AddedPerson
let nurse: AddedPerson
let place: Place & { sibling: Place }
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  const groups = ['admin', 'hp', 'study:admin', 'subject:admin'] as const
  admin = await addPerson(casebook, 'Ingrid', { groups })
  nurse = await addPerson(casebook, 'Nora', { groups: ['hp'] })
})
beforeEach(async () => {
  place = await makePlace(casebook)
})
afterAll(() => casebook.stop())

const none = { formtypeids: [], activitytypeids: [] }
const own = () => ({
  visitid: place.visitid,
  name: 'First day',
  day: 0,
  formtypeids: [place.formtypeid],
  activitytypeids: [],
})
const plan = (visits: object[], more: object = {}) =>
  run(admin, 'updateVisits', { studyid: place.studyid, visits, ...more })
const refused = (visits: object[], more: object = {}) =>
  refusal(admin, 'updateVisits', { studyid: place.studyid, visits, ...more })
const schedule = () => run(nurse, 'listVisits', { studyid: place.studyid })
const visitsOf = (subjectid = place.subjectid) => run(nurse, 'listSubjectVisits', { subjectid })
const say = (input: object) => run(nurse, 'updateSubjectVisit', { input: { subjectid: place.subjectid, ...input } })
const sayRefused = (input: object) =>
  refusal(nurse, 'updateSubjectVisit', { input: { subjectid: place.subjectid, ...input } })
/** Gives the subject its day zero. */
const begin = (day: string) =>
  run(nurse, 'updateForm', {
    input: {
      subjectid: place.subjectid,
      formtypeid: place.formtypeid,
      fields: [{ key: 'date', value: String(Date.parse(`${day}T12:00:00Z`) / 1000) }],
    },
  })

describe('a schedule', () => {
  test('says what is optional in a visit, which stays as it is for whoever does not know of it', async () => {
    const { siteid, studyid, formtypeid, freeFormtypeid, freeActivitytypeid } = place
    const both = { formtypeids: [formtypeid, freeFormtypeid], activitytypeids: [freeActivitytypeid] }
    const optional = [freeFormtypeid, freeActivitytypeid]
    const [visit] = await plan([{ ...own(), ...both, optionaltypeids: optional }])
    expect(visit).toMatchObject({ ...both, optionaltypeids: optional })
    expect((await plan([{ ...own(), ...both }]))[0].optionaltypeids).toEqual(optional)
    expect(await refused([{ ...own(), optionaltypeids: optional }])).toMatchObject({
      reason: 'visit.optional',
      field: 'optionaltypeids',
    })
    const { visits } = JSON.parse(await run(admin, 'getDefinitions', { siteid, studyid }))
    expect(visits[0].optionalFormTypes).toHaveLength(1)
    expect(visits[0].optionalActivityTypes).toHaveLength(1)
    const copy = await run(admin, 'addStudyLike', { siteid, name: 'Like it', studyid })
    expect((await run(admin, 'listVisits', { studyid: copy.studyid }))[0].optionaltypeids).toHaveLength(2)
    // What is taken out of a visit is not optional when it comes back.
    await plan([{ ...own(), activitytypeids: [freeActivitytypeid] }])
    expect((await plan([{ ...own(), ...both }]))[0].optionaltypeids).toEqual([freeActivitytypeid])
    expect((await plan([{ ...own(), ...both, optionaltypeids: [] }]))[0].optionaltypeids).toEqual([])
  })

  test('has its visits in the order given, with days, windows and types', async () => {
    const { freeFormtypeid, activitytypeid, studyid } = place
    const visits = await plan([
      {
        name: ' Week 4 ',
        day: 28,
        daysBefore: 3,
        daysAfter: 5,
        formtypeids: [freeFormtypeid],
        activitytypeids: [activitytypeid],
      },
      own(),
      { name: 'Unscheduled', repeats: true, ...none },
    ])
    expect(visits).toMatchObject([
      {
        studyid,
        name: 'Week 4',
        day: 28,
        daysBefore: 3,
        daysAfter: 5,
        repeats: false,
        formtypeids: [freeFormtypeid],
        activitytypeids: [activitytypeid],
        version: 1,
      },
      { ...own(), daysBefore: 0, daysAfter: 0, version: 2 },
      { name: 'Unscheduled', day: null, daysBefore: 0, daysAfter: 0, repeats: true, ...none },
    ])
    expect(await schedule()).toEqual(visits)
  })

  test('two visits can exchange their names and places, and one that is unchanged keeps its version', async () => {
    const [first, second, third] = await plan([own(), { name: 'b', ...none }, { name: 'c', ...none }])
    const swapped = await plan([
      { ...own() },
      { visitid: third.visitid, name: 'b', version: 1, ...none },
      { visitid: second.visitid, name: 'c', version: 1, ...none },
    ])
    expect(swapped.map(({ visitid, name, version }: Row) => [visitid, name, version])).toEqual([
      [first.visitid, 'First day', 1],
      [third.visitid, 'b', 2],
      [second.visitid, 'c', 2],
    ])
  })

  test('is refused, and stays as it is, for what does not fit', async () => {
    const { visitid, sibling } = place
    const bad = (field: string, code = 'BAD_INPUT') => ({ code, field })
    const before = await schedule()
    expect(await refused([own(), { name: 'FIRST DAY', ...none }])).toMatchObject(bad('name'))
    expect(await refused([own(), { name: '', ...none }])).toMatchObject(bad('name'))
    expect(await refused([{ ...own(), daysBefore: -1 }])).toMatchObject(bad('daysBefore'))
    expect(await refused([{ ...own(), daysAfter: -1 }])).toMatchObject(bad('daysAfter'))
    expect(await refused([{ ...own(), day: 36_526 }])).toMatchObject(bad('day'))
    expect(await refused([own(), ...Array.from({ length: 200 }, (_, n) => ({ name: `${n}`, ...none }))])).toMatchObject(
      bad('visits'),
    )
    expect(await refused([{ ...own(), formtypeids: [sibling.formtypeid] }])).toMatchObject(
      bad('formtypeids', 'NOT_FOUND'),
    )
    expect(await refused([{ ...own(), activitytypeids: [sibling.activitytypeid] }])).toMatchObject(
      bad('activitytypeids', 'NOT_FOUND'),
    )
    expect(await refused([{ ...own(), visitid: sibling.visitid }])).toMatchObject(bad('visitid', 'NOT_FOUND'))
    expect(await refused([{ ...own(), version: 7 }])).toMatchObject({ code: 'CONFLICT', reason: 'version.stale' })
    expect(await refused([own()], { studyid: sibling.studyid })).toMatchObject(bad('visitid', 'NOT_FOUND'))
    expect(await schedule()).toEqual(before)
    expect(before).toMatchObject([{ visitid, version: 1 }])
  })

  test('a visit that a colleague added meanwhile is not removed unseen', async () => {
    const [, added] = await plan([own(), { name: 'Added', ...none }])
    const conflict = { code: 'CONFLICT', reason: 'visit.added', field: 'visits' }
    expect(await refused([own()], { removed: [] })).toMatchObject(conflict)
    expect(await plan([own()], { removed: [added.visitid] })).toHaveLength(1)
  })

  test('a visit is not removed while something belongs to it, but with what was only planned', async () => {
    const [, second] = await plan([own(), { name: 'b', ...none }])
    const used = { code: 'CONFLICT', reason: 'visit.used', field: 'visits' }
    expect(await refused([])).toMatchObject(used)
    const { visitid } = second
    await say({ visitid, state: 'MISSED', reason: 'ill' })
    expect(await refused([own()])).toMatchObject(used)
    await say({ visitid, state: 'PLANNED', date: '2026-10-20' })
    expect(await refused([own()])).toMatchObject(used)
    await say({ visitid, state: 'PLANNED' })
    expect(await plan([own()])).toHaveLength(1)
    expect(await visitsOf()).toHaveLength(1)
  })

  test('a visit is not removed while a device was put on at it, even if it was taken off since', async () => {
    const { siteid, deviceid, studyid, subjectid } = place
    const [, { visitid }] = await plan([own(), { name: 'b', ...none }])
    const used = { code: 'CONFLICT', reason: 'visit.used', field: 'visits' }
    const wear = (devices: object[]) => run(nurse, 'updateSubject', { input: { siteid, studyid, subjectid, devices } })
    await wear([{ deviceid, position: 'CHEST', visitid }])
    expect(await refused([own()])).toMatchObject(used)
    await wear([])
    expect(await refused([own()])).toMatchObject(used)
    expect(await schedule()).toHaveLength(2)
  })

  test('a removed type stays in its visits, and is not added to others', async () => {
    const { studyid, freeFormtypeid } = place
    const of = { formtypeids: [freeFormtypeid], activitytypeids: [] }
    const [, second] = await plan([own(), { name: 'b', ...of }])
    await run(admin, 'removeFormType', { studyid, formtypeid: freeFormtypeid })
    expect(await plan([own(), { visitid: second.visitid, name: 'c', ...of }])).toMatchObject([{}, of])
    expect(await refused([own(), { visitid: second.visitid, name: 'c', ...of }, { name: 'd', ...of }])).toMatchObject({
      code: 'NOT_FOUND',
      reason: 'form-type.missing',
    })
  })

  test('a study that is not open keeps its schedule', async () => {
    const { siteid, studyid } = place
    await run(admin, 'updateStudy', { siteid, studyid, input: { name: 'A study', status: 'CLOSED' } })
    expect(await refused([own()])).toMatchObject({ code: 'STUDY_NOT_OPEN' })
    expect(await schedule()).toHaveLength(1)
  })

  test('a visit that somebody changed since it was read is not removed', async () => {
    const [, { visitid }] = await plan([own(), { name: 'b', ...none }])
    await plan([own(), { visitid, name: 'Week 1', ...none }])
    const removing = (version: number) => ({ removed: [visitid], removedVersions: [version] })
    const stale = await refusal(admin, 'updateVisits', { studyid: place.studyid, visits: [own()], ...removing(1) })
    expect(stale).toMatchObject({ code: 'CONFLICT', current: { version: 2 } })
    expect(await schedule()).toMatchObject([{}, { visitid, name: 'Week 1' }])
    await plan([own()], removing(2))
    expect(await schedule()).toHaveLength(1)
  })

  test('of several people who add a visit of the same name at once, one succeeds', async () => {
    const adding = Array.from({ length: 4 }, () =>
      attempt(admin, 'updateVisits', { studyid: place.studyid, visits: [own(), { name: 'b', ...none }], removed: [] }),
    )
    const codes = (await Promise.all(adding)).map(({ errors }) => errors?.[0]?.extensions.code ?? 'OK').sort()
    expect(codes).toEqual(['CONFLICT', 'CONFLICT', 'CONFLICT', 'OK'])
  })
})

describe('the visits of a subject', () => {
  test('are due from day zero, across summer time; unscheduled ones are not, nor is anything without a day zero', async () => {
    const dates = (visits: Row[]) =>
      visits.map(({ plannedDate, earliestDate, latestDate }) => [plannedDate, earliestDate, latestDate])
    await plan([own(), { name: 'Week 1', day: 7, daysBefore: 1, daysAfter: 2, ...none }, { name: 'Extra', ...none }])
    expect(dates(await visitsOf())).toEqual(Array(3).fill([null, null, null]))
    await begin('2026-10-20')
    expect(dates(await visitsOf())).toEqual([
      ['2026-10-20', '2026-10-20', '2026-10-20'],
      ['2026-10-27', '2026-10-26', '2026-10-29'],
      [null, null, null],
    ])
  })

  test('are done or missed by the word of a person, who can correct it', async () => {
    const [, { visitid }] = await plan([own(), { name: 'b', day: 7, ...none }])
    const untouched = {
      subjectid: place.subjectid,
      visitid,
      occurrence: 1,
      state: 'PLANNED',
      date: null,
      reason: null,
      version: 0,
    }
    expect(await visitsOf()).toMatchObject([{ state: 'DONE', date: '2026-10-20', version: 1 }, untouched])
    expect(await sayRefused({ visitid, state: 'MISSED' })).toMatchObject({ code: 'BAD_INPUT', field: 'reason' })
    expect(await sayRefused({ visitid, state: 'DONE', date: '2026-02-30' })).toMatchObject({
      code: 'BAD_INPUT',
      field: 'date',
    })
    expect((await visitsOf())[1]).toMatchObject(untouched)
    const missed = { state: 'MISSED', reason: 'was ill', date: null }
    expect(await say({ visitid, ...missed, version: 0 })).toMatchObject({ ...missed, version: 1 })
    const done = { state: 'DONE', date: '2026-10-29', reason: null }
    expect(await say({ visitid, state: 'DONE', date: '2026-10-29', version: 1 })).toMatchObject({ ...done, version: 2 })
    const stale = { code: 'CONFLICT', reason: 'version.stale' }
    expect(await sayRefused({ visitid, state: 'BEGUN', version: 1 })).toMatchObject(stale)
    expect(await sayRefused({ visitid, state: 'BEGUN', version: 0 })).toMatchObject(stale)
    expect((await visitsOf())[1]).toMatchObject(done)
  })

  test('repeat where the schedule says so, and are counted on', async () => {
    const [, { visitid }] = await plan([own(), { name: 'Extra', repeats: true, ...none }])
    const at = (date: string) => say({ visitid, state: 'DONE', date })
    const numbers = (await Promise.all([at('2026-10-20'), at('2026-10-21'), at('2026-10-22')])).map(
      ({ occurrence }) => occurrence,
    )
    expect(numbers.sort()).toEqual([1, 2, 3])
    expect(await say({ visitid, occurrence: 2, state: 'MISSED', reason: 'ill' })).toMatchObject({
      occurrence: 2,
      version: 2,
    })
    for (const occurrence of [0, 5]) {
      expect(await sayRefused({ visitid, occurrence, state: 'DONE' })).toMatchObject({
        code: 'BAD_INPUT',
        field: 'occurrence',
      })
    }
    const { visitid: first } = place
    expect(await sayRefused({ visitid: first, occurrence: 2, state: 'DONE' })).toMatchObject({ reason: 'visit.once' })
    const all: Row[] = await visitsOf()
    expect(all.slice(1).map(({ occurrence }) => occurrence)).toEqual([1, 2, 3])
    const once = { visitid, name: 'Extra', repeats: false, ...none }
    expect(await refused([own(), once])).toMatchObject({ code: 'CONFLICT', reason: 'visit.occurred' })
  })

  test('are those of their own study and site, and change only while the subject is open', async () => {
    const { studyid, subjectid, visitid, sibling } = place
    const elsewhere = await makePlace(casebook)
    for (const other of [sibling.visitid, elsewhere.visitid, 'nosuchvisit'])
      expect(await sayRefused({ visitid: other, state: 'DONE' })).toMatchObject({ code: 'NOT_FOUND', field: 'visitid' })
    const stranger = await addPerson(casebook, 'Stine', { groups: ['hp', 'study:admin'], sites: [elsewhere.siteid] })
    const input = { subjectid, visitid, state: 'DONE' }
    expect(await refusal(stranger, 'updateSubjectVisit', { input })).toMatchObject({
      code: 'NOT_FOUND',
      field: 'subjectid',
    })
    expect(await refusal(stranger, 'listSubjectVisits', { subjectid })).toMatchObject({ code: 'NOT_FOUND' })
    expect(await refusal(stranger, 'listVisits', { studyid })).toMatchObject({ code: 'NOT_FOUND', field: 'studyid' })
    expect(await refusal(stranger, 'updateVisits', { studyid, visits: [] })).toMatchObject({ code: 'NOT_FOUND' })
    await run(admin, 'removeSubject', { studyid, subjectid })
    expect(await sayRefused({ visitid, state: 'DONE' })).toMatchObject({ code: 'SUBJECT_NOT_OPEN' })
    expect(await visitsOf()).toMatchObject([{ visitid, version: 1 }])
  })
})

test('the history has who planned and who said what, and listChanges the study and the subject', async () => {
  const { position } = await run(admin, 'listChanges', {}, 'position')
  const { studyid, subjectid, visitid } = place
  await plan([{ ...own(), name: 'Baseline' }])
  await say({ visitid, state: 'MISSED', reason: 'moved away' })
  const history = await asSuperuser<{ kind: string; actor_name: string; was: string; becomes: string }>(
    casebook,
    `select kind, actor_name, coalesce(before ->> 'name', before ->> 'state') as was,
      coalesce(after ->> 'name', after ->> 'state') as becomes
      from history where id = $1 and action = 'UPDATED' order by historyid`,
    [visitid],
  )
  expect(history).toMatchObject([
    { kind: 'visit', was: 'First day', becomes: 'Baseline' },
    { kind: 'subject_visit', was: 'DONE', becomes: 'MISSED' },
  ])
  expect(history.map(({ actor_name }) => actor_name)).toEqual([
    expect.stringContaining('Ingrid'),
    expect.stringContaining('Nora'),
  ])
  await until('the changes are reported', async () => {
    const { changes } = await run(admin, 'listChanges', { after: position }, 'changes { kind action id studyid }')
    const found = changes.filter((change: Row) => change.studyid === studyid)
    return (
      JSON.stringify(found) ===
      JSON.stringify([
        { kind: 'STUDY', action: 'UPDATED', id: studyid, studyid },
        { kind: 'SUBJECT', action: 'UPDATED', id: subjectid, studyid },
      ])
    )
  })
})

test('a closed subject keeps what became of its visits, and exports have them', async () => {
  const { siteid, studyid, subjectid, activitytypeid } = place
  await begin('2026-10-20')
  const [, { visitid }] = await plan([own(), { name: 'Week 1', day: 7, daysAfter: 1, ...none }])
  await say({ visitid, state: 'DONE', date: '2026-10-29' })
  const [file] = await run(nurse, 'listReferenceData', { subjectid, activitytypeid }, 'referencedataid')
  await run(nurse, 'removeReferenceData', { subjectid, referencedataid: file.referencedataid })
  const close = { siteid, studyid, subjectid, status: 'CLOSED', reason: 'complete' }
  const { snapshot } = await run(nurse, 'updateSubject', { input: close }, 'snapshot')
  expect(JSON.parse(snapshot).visits).toEqual([
    {
      ...{ visitid: place.visitid, name: 'First day', occurrence: 1, state: 'DONE' },
      ...{ plannedDate: '2026-10-20', date: '2026-10-20', reason: null },
    },
    {
      visitid,
      name: 'Week 1',
      occurrence: 1,
      state: 'DONE',
      plannedDate: '2026-10-27',
      date: '2026-10-29',
      reason: null,
    },
  ])
  const rows = await readSubjectRows(
    casebook.services.db,
    proveScope(systemActor('tests'), 'all'),
    { siteid, studyid, subjectid, history: false },
    'Europe/Oslo',
  )
  expect(rows.visits.map(({ name, place }) => [name, place])).toEqual([
    ['First day', 0],
    ['Week 1', 1],
  ])
  const said = await Array.fromAsync(rows.subjectVisits())
  expect(said.map((row) => [row.state, row.date, row.created_by])).toEqual(
    expect.arrayContaining([
      ['DONE', '2026-10-20', expect.anything()],
      ['DONE', '2026-10-29', expect.stringContaining('Nora')],
    ]),
  )
})

test('tells how the visits of each subject of a study stand, by subjectid', async () => {
  const { siteid, studyid, subjectid } = place
  const standings = () => run(nurse, 'listVisitStandings', { studyid }, 'subjectid cells')
  expect(await standings()).toEqual(expect.arrayContaining([{ subjectid, cells: expect.any(String) }]))
  const day = (from: number) => new Date(Date.now() + from * 86_400_000).toISOString().slice(0, 10)
  const none = { formtypeids: [], activitytypeids: [] }
  const had: { visitid: string; name: string; formtypeids: string[]; activitytypeids: string[] }[] = await run(
    nurse,
    'listVisits',
    { studyid },
    'visitid name day daysBefore daysAfter repeats formtypeids activitytypeids',
  )
  const more = [
    { name: 'Long ago', day: -100, ...none },
    { name: 'Far', day: 4000, ...none },
    { name: 'Any time', ...none },
  ]
  const visits = await run(admin, 'updateVisits', { studyid, visits: [...had, ...more] }, 'visitid name')
  const other = (await run(nurse, 'addSubjectV2', { input: { siteid, studyid, identifier: 'S-9' } })).subjectid
  const cellsOf = async (id: string) => {
    const all: { subjectid: string; cells: string }[] = await standings()
    expect(all.map((each) => each.subjectid)).toEqual(all.map((each) => each.subjectid).toSorted())
    return all.find((each) => each.subjectid === id)?.cells.slice(had.length)
  }
  // Without a day zero no window is known.
  expect(await cellsOf(other)).toBe('---')
  const fields = [{ name: 'date', type: 'Date', required: false }]
  const dated = await run(admin, 'addFormType', { studyid, identifier: 'Dated', fields }, 'formtypeid')
  const value = String(Date.parse(`${day(0)}T12:00:00Z`) / 1000)
  const form = { subjectid: other, formtypeid: dated.formtypeid, fields: [{ key: 'date', value }] }
  await run(nurse, 'addForm', { input: form })
  expect(await cellsOf(other)).toBe('LP-')
  const late = visits.find(({ name }: { name: string }) => name === 'Long ago').visitid
  await run(nurse, 'updateSubjectVisit', { input: { subjectid: other, visitid: late, state: 'MISSED', reason: 'ill' } })
  expect(await cellsOf(other)).toBe('MP-')
  const elsewhere = await makePlace(casebook)
  const stranger = await addPerson(casebook, 'Stig', { groups: ['hp'], sites: [elsewhere.siteid] })
  expect(await refusal(stranger, 'listVisitStandings', { studyid })).toMatchObject({ code: 'NOT_FOUND' })
})

test('the standings of all subjects are those of each one: dates of several forms, retired fields, nights, repeats', async () => {
  const { siteid, studyid } = place
  const noon = (day: string) => String(Date.parse(`${day}T12:00:00Z`) / 1000)
  const field = (name: string, type = 'Date') => ({ name, type, required: false })
  const addType = (identifier: string, fields: object[]) =>
    run(admin, 'addFormType', { studyid, identifier, fields }, 'formtypeid version')
  const first = await addType('A first', [field('DATE', 'String')])
  const second = await addType('B second', [field('Date'), field('note', 'String')])
  const third = await addType('C third', [field('date')])
  const walk = await run(
    admin,
    'addActivityType',
    { studyid, description: 'By night', repeats: true },
    'activitytypeid',
  )
  const own = { formtypeids: [], activitytypeids: [walk.activitytypeid] }
  await plan(
    [
      { ...none, name: 'Start', day: 0, daysAfter: 1 },
      { ...own, name: 'Night', day: 8, daysBefore: 0, daysAfter: 0 },
      { ...own, name: 'Again', repeats: true },
      { ...none, name: 'Far', day: 3000 },
    ].map((visit, at) => (at === 0 ? { ...visit, visitid: place.visitid } : visit)),
  )
  const [start, night, again] = (await schedule()).map(({ visitid }: Row) => visitid)
  const add = async (identifier: string, forms: [{ formtypeid: string }, string, string][]) => {
    const { subjectid } = await run(nurse, 'addSubjectV2', { input: { siteid, studyid, identifier } })
    for (const [{ formtypeid }, key, value] of forms)
      await run(nurse, 'addForm', { input: { subjectid, formtypeid, fields: [{ key, value }] } })
    return subjectid as string
  }
  const made = [
    await add('none', []),
    await add('text first', [
      [first, 'DATE', 'soon'],
      [third, 'date', noon('2026-03-21')],
    ]),
    await add('two', [
      [third, 'date', noon('2026-01-01')],
      [second, 'Date', noon('2026-03-21')],
    ]),
    await add('retired', [[second, 'Date', noon('2026-03-20')]]),
    await add('without', [
      [second, 'note', 'x'],
      [third, 'date', noon('2031-03-20')],
    ]),
  ]
  const input = { studyid, identifier: 'B second', fields: [field('note', 'String')], version: second.version }
  await run(admin, 'updateFormType', { formtypeid: second.formtypeid, input })
  // In Oslo it is the day after, and the clocks change that night.
  const startTime = Date.parse('2026-03-28T23:30:00Z') / 1000
  for (const [at, subjectid] of made.entries()) {
    const activity = { subjectid, activitytypeid: walk.activitytypeid, startTime, stopTime: startTime + 60 }
    await run(nurse, 'addActivity', { input: { ...activity, visitid: night } })
    if (at % 2) await run(nurse, 'addActivity', { input: { ...activity, visitid: again } })
    await run(nurse, 'updateSubjectVisit', { input: { subjectid, visitid: again, state: 'MISSED', reason: 'ill' } })
    if (at > 1)
      await run(nurse, 'updateSubjectVisit', {
        input: { subjectid, visitid: start, state: 'DONE', date: '2026-03-23' },
      })
  }
  const standings: Row[] = await run(nurse, 'listVisitStandings', { studyid }, 'subjectid cells')
  const today = dayOfDateValue(String(todayIn('Europe/Oslo'))) ?? ''
  const planned = await schedule()
  for (const { subjectid, cells } of standings) {
    const visits: (Row & Parameters<typeof cellOfVisit>[0][number])[] = await visitsOf(subjectid)
    const each = planned.map(({ visitid }: Row) =>
      cellOfVisit(
        visits.filter((visit) => visit.visitid === visitid),
        today,
      ),
    )
    expect(cells).toBe(each.join(''))
  }
  expect(standings).toHaveLength(made.length + 1)
  expect(new Set(standings.flatMap(({ cells }) => [...cells])).size).toBeGreaterThan(4)
})

describe('the review of a changed schedule', () => {
  const review = (visits: object[]) =>
    run(
      admin,
      'reviewVisits',
      { studyid: place.studyid, visits },
      'effect reason visit visitid type count subjects { subjectid identifier }',
    )

  test('names who becomes late and who is outside, and what updateVisits refuses', async () => {
    await begin('2026-10-20')
    // The place says that the visit was done on 20 October.
    const named = { identifier: place.identifier, subjectid: place.subjectid }
    expect(await review([{ ...own(), day: 0 }])).toEqual([])
    expect(await review([{ ...own(), day: 2, daysBefore: 1 }])).toEqual([
      {
        effect: 'LOOK',
        reason: 'OUTSIDE',
        ...{ visit: 'First day', visitid: place.visitid, type: null, count: 1, subjects: [named] },
      },
    ])
    expect(await review([{ ...own(), daysAfter: 9 }])).toMatchObject([
      { effect: 'HARMLESS', reason: 'MOVED', count: 1 },
    ])
    expect(await review([own(), { name: 'Long ago', day: -400, ...none }])).toMatchObject([
      { effect: 'LOOK', reason: 'LATE', visit: 'Long ago', visitid: null, count: 1 },
    ])
    expect(await review([{ ...own(), activitytypeids: [place.activitytypeid] }])).toMatchObject([
      { effect: 'LOOK', reason: 'LACKING', type: place.activitytypeid, count: 1 },
    ])
    expect(await review([])).toMatchObject([
      { effect: 'REFUSED', reason: 'USED', visitid: place.visitid, subjects: [named] },
    ])
    expect(await refused([])).toMatchObject({ reason: 'visit.used' })
    // Nothing was changed.
    expect(await schedule()).toMatchObject([{ name: 'First day', day: 0 }])
  })

  test('is of whoever plans the schedule, at their sites', async () => {
    const { studyid } = place
    expect(await refusal(nurse, 'reviewVisits', { studyid, visits: [] })).toMatchObject({ code: 'FORBIDDEN' })
    const elsewhere = await makePlace(casebook)
    const other = await addPerson(casebook, 'Else', { groups: ['study:admin'], sites: [elsewhere.siteid] })
    expect(await refusal(other, 'reviewVisits', { studyid, visits: [] })).toMatchObject({ code: 'NOT_FOUND' })
    const wrong = { studyid, visits: [{ name: '', ...none }] }
    expect(await refusal(admin, 'reviewVisits', wrong)).toMatchObject({ code: 'BAD_INPUT' })
  })
})
