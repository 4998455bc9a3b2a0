import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'

let casebook: Casebook
let nurse: AddedPerson
let place: Place & { sibling: Place }
/** A visit that repeats, with a form type and an activity type that do not. */
let visitid: string
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  nurse = await addPerson(casebook, 'Kari', { groups: ['hp', 'study:admin', 'subject:admin'] })
})
beforeEach(async () => {
  place = await makePlace(casebook)
  const types = { formtypeids: [place.freeFormtypeid], activitytypeids: [place.freeActivitytypeid] }
  const own = {
    visitid: place.visitid,
    name: 'First day',
    day: 0,
    formtypeids: [place.formtypeid],
    activitytypeids: [],
  }
  const visits = [own, { name: 'Extra', repeats: true, ...types }]
  const planned = await run(nurse, 'updateVisits', { studyid: place.studyid, visits })
  visitid = planned.find(({ name }: { name: string }) => name === 'Extra').visitid
})
afterAll(() => casebook.stop())

const form = (occurrence?: number) => ({
  input: { subjectid: place.subjectid, formtypeid: place.freeFormtypeid, visitid, fields: [], occurrence },
})
const walk = (occurrence?: number) => ({
  input: { ...walkOf(occurrence), startTime: 1_792_482_600, stopTime: 1_792_483_200 },
})
const walkOf = (occurrence?: number) => ({
  ...{ subjectid: place.subjectid, activitytypeid: place.freeActivitytypeid, visitid, occurrence },
})
const begin = () =>
  run(nurse, 'updateSubjectVisit', {
    input: { subjectid: place.subjectid, visitid, state: 'BEGUN', date: '2026-10-20' },
  })

test('each visit of a kind has its own form and activity, in any order, also of types that do not repeat', async () => {
  await begin()
  await begin()
  for (const occurrence of [2, 1]) {
    expect(await run(nurse, 'addForm', form(occurrence))).toMatchObject({ visitid, occurrence })
    expect(await run(nurse, 'addActivity', walk(occurrence))).toMatchObject({ visitid, occurrence })
    expect(await refusal(nurse, 'addForm', form(occurrence))).toMatchObject({ reason: 'form.taken' })
    expect(await refusal(nurse, 'addActivity', walk(occurrence))).toMatchObject({ reason: 'activity.taken' })
  }
  // What is recorded in the visit after them begins it; none can be skipped.
  expect(await refusal(nurse, 'addForm', form(4))).toMatchObject({ reason: 'occurrence.next', code: 'BAD_INPUT' })
  expect(await refusal(nurse, 'addForm', form(0))).toMatchObject({ reason: 'occurrence.next' })
  expect(await run(nurse, 'addForm', form(3))).toMatchObject({ occurrence: 3 })
  const visits = await run(nurse, 'listSubjectVisits', { subjectid: place.subjectid })
  const extra = visits.filter((one: { visitid: string }) => one.visitid === visitid)
  expect(extra.map(({ occurrence, state }: { occurrence: number; state: string }) => [occurrence, state])).toEqual([
    [1, 'BEGUN'],
    [2, 'BEGUN'],
    [3, 'BEGUN'],
  ])
})

test('an activity is started and stopped in a later visit, and what is removed there comes back there', async () => {
  await run(nurse, 'addActivity', walk())
  expect(await run(nurse, 'startActivity', walkOf(2))).toMatchObject({ occurrence: 2 })
  expect(await run(nurse, 'stopActivity', walkOf(2))).toMatchObject({ visitid, occurrence: 2 })
  await run(nurse, 'removeActivity', walkOf(2))
  expect(await run(nurse, 'putBackActivity', walkOf(2))).toMatchObject({ visitid, occurrence: 2 })
  await run(nurse, 'removeActivity', walkOf(1))
  expect(await refusal(nurse, 'putBackActivity', walkOf(2))).toMatchObject({ reason: 'activity.taken' })
  expect(await run(nurse, 'putBackActivity', walkOf(1))).toMatchObject({ occurrence: 1 })
})

test('a type that repeats can be single again, where each visit of a kind has one and nothing else has two', async () => {
  const { studyid, subjectid, freeActivitytypeid: activitytypeid, freeFormtypeid: formtypeid, identifier } = place
  const walking = (repeats: boolean) => ({ activitytypeid, input: { studyid, description: 'Walk', repeats } })
  const asking = (repeats: boolean) => ({ formtypeid, input: { studyid, identifier: 'Events', fields: [], repeats } })
  await run(nurse, 'updateActivityType', walking(true))
  await run(nurse, 'updateFormType', asking(true))
  for (const occurrence of [1, 2]) {
    await run(nurse, 'addForm', form(occurrence))
    await run(nurse, 'addActivity', walk(occurrence))
  }
  // Outside of the visit, two are two.
  for (const startTime of [1000, 2000])
    await run(nurse, 'addActivity', { input: { subjectid, activitytypeid, startTime, stopTime: startTime + 10 } })
  expect(await refusal(nurse, 'updateActivityType', walking(false))).toMatchObject({
    reason: 'repeats.used',
    params: { names: identifier },
  })
  await run(nurse, 'removeActivity', { subjectid, activitytypeid, occurrence: 2 })
  expect(await run(nurse, 'updateActivityType', walking(false))).toMatchObject({ repeats: false })
  expect(await run(nurse, 'updateFormType', asking(false))).toMatchObject({ repeats: false })
  // The next visit has its own, and still none has two.
  expect(await run(nurse, 'addForm', form(3))).toMatchObject({ occurrence: 3 })
  expect(await refusal(nurse, 'addForm', form(2))).toMatchObject({ reason: 'form.taken' })
})

test('without a number, a type that does not repeat has the first one, as before', async () => {
  expect(await run(nurse, 'addForm', form())).toMatchObject({ occurrence: 1 })
  expect(await refusal(nurse, 'addForm', form())).toMatchObject({ reason: 'form.taken' })
})

test('an import brings a form into each visit of a kind, also of a type that does not repeat', async () => {
  const { siteid, studyid, freeFormtypeid: formtypeid, subjectid, identifier } = place
  const csv = `identifier,visitid,occurrence\n${identifier},${visitid},1\n${identifier},${visitid},2\n`
  const input = { siteid, studyid, formtypeid, filename: 'extra.csv', csv }
  expect(await run(nurse, 'previewImport', { input }, 'addedForms mistakes { row }')).toEqual({
    addedForms: 2,
    mistakes: [],
  })
  expect(await run(nurse, 'addImport', { input })).toMatchObject({ addedForms: 2 })
  const forms = await run(nurse, 'listForms', { subjectid }, 'visitid occurrence')
  expect(forms.filter((one: { visitid: string }) => one.visitid === visitid)).toEqual([
    { visitid, occurrence: 1 },
    { visitid, occurrence: 2 },
  ])
  expect(await run(nurse, 'addForm', form(3))).toMatchObject({ occurrence: 3 })
  expect(await run(nurse, 'addImport', { input })).toMatchObject({ addedForms: 0, unchanged: 2 })
})
