import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'

let casebook: Casebook
let admin: AddedPerson
let nurse: AddedPerson
let place: Place & { sibling: Place }
/** The ids of the activity types in the order in which they are planned. */
let types: string[]
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  const groups = ['admin', 'hp', 'study:admin', 'subject:admin'] as const
  admin = await addPerson(casebook, 'Ingrid', { groups })
  nurse = await addPerson(casebook, 'Nora', { groups: ['hp'] })
})
beforeEach(async () => {
  place = await makePlace(casebook)
  types = [place.freeActivitytypeid, place.activitytypeid]
  const { studyid, subjectid, formtypeid, visitid } = place
  const visit = { visitid, name: 'First day', day: 0, daysAfter: 1, formtypeids: [formtypeid], activitytypeids: types }
  await run(admin, 'updateVisits', { studyid, visits: [{ ...visit, inOrder: true }] })
  const fields = [{ key: 'date', value: String(Date.UTC(2026, 9, 10, 12) / 1000) }]
  await run(nurse, 'updateForm', { input: { subjectid, formtypeid, fields } })
})
afterAll(() => casebook.stop())

const say = (input: object) =>
  run(nurse, 'updateSubjectVisit', { input: { subjectid: place.subjectid, visitid: place.visitid, ...input } })
const explain = (input: object) => ({
  input: { subjectid: place.subjectid, visitid: place.visitid, ...input },
})
const list = async (more: object = {}) =>
  (await run(nurse, 'listDeviations', { studyid: place.studyid, ...more }, 'kind days explanation version')) as object[]
const counts = async () => {
  const { studyid, subjectid } = place
  const all = await run(nurse, 'listVisitStandings', { studyid }, 'subjectid deviations unexplained')
  return all.find((each: Place) => each.subjectid === subjectid)
}
const record = (activitytypeid: string, startTime: number) => {
  const { subjectid, visitid } = place
  return run(nurse, 'addActivity', {
    input: { subjectid, activitytypeid, visitid, startTime, stopTime: startTime + 60 },
  })
}

test('a visit outside its window is found, explained, and counted until it is', async () => {
  // The place says that the visit was done on 20 October.
  expect(await list()).toEqual([{ kind: 'OUTSIDE', days: 9, explanation: null, version: 1 }])
  expect(await counts()).toMatchObject({ deviations: 1, unexplained: 1 })
  const why = { kind: 'OUTSIDE', explanation: ' Snow storm ', version: 1 }
  expect(await run(nurse, 'explainDeviation', explain(why))).toMatchObject({ explanation: 'Snow storm', version: 2 })
  expect(await counts()).toMatchObject({ deviations: 1, unexplained: 0 })
  expect(await refusal(nurse, 'explainDeviation', explain(why))).toMatchObject({ code: 'CONFLICT' })
  const { studyid, subjectid } = place
  const [entry] = await run(nurse, 'listHistory', { studyid, subjectid })
  expect(entry).toMatchObject({ kind: 'subject_visit', action: 'UPDATED', actor: 'Nora' })
  expect(JSON.parse(entry.after).outside_reason).toBe('Snow storm')
  // What is said of the visit later leaves the explanation.
  await say({ state: 'DONE', date: '2026-10-21', version: 2 })
  expect(await list({ subjectid })).toEqual([{ kind: 'OUTSIDE', days: 10, explanation: 'Snow storm', version: 3 }])
  await say({ state: 'DONE', date: '2026-10-11', version: 3 })
  expect(await list()).toEqual([])
  expect(await refusal(nurse, 'explainDeviation', explain({ ...why, version: 4 }))).toMatchObject({
    code: 'NOT_FOUND',
    reason: 'deviation.missing',
  })
})

test('an explanation of a visit that was set back is named before it goes with the schedule, and kept in the history', async () => {
  const { studyid, subjectid, identifier, visitid } = place
  await run(nurse, 'explainDeviation', explain({ kind: 'OUTSIDE', explanation: 'Snow storm' }))
  await say({ state: 'PLANNED' })
  const review = await run(admin, 'reviewVisits', { studyid, visits: [] }, 'reason effect subjects { identifier }')
  expect(review).toEqual([{ reason: 'EXPLAINED', effect: 'LOOK', subjects: [{ identifier }] }])
  await run(admin, 'updateVisits', { studyid, visits: [] })
  const [entry] = await run(admin, 'listHistory', { studyid, subjectid })
  expect(entry).toMatchObject({ kind: 'subject_visit', action: 'REMOVED', actor: 'Ingrid' })
  expect(JSON.parse(entry.before)).toMatchObject({ visitid, outside_reason: 'Snow storm' })
})

test('a missed visit is explained by its reason, which stays', async () => {
  await say({ state: 'MISSED', reason: 'ill', version: 1 })
  expect(await list()).toEqual([{ kind: 'MISSED', days: null, explanation: 'ill', version: 2 }])
  const empty = explain({ kind: 'MISSED', explanation: ' ' })
  expect(await refusal(nurse, 'explainDeviation', empty)).toMatchObject({ code: 'BAD_INPUT', field: 'explanation' })
  await run(nurse, 'explainDeviation', explain({ kind: 'MISSED', explanation: 'moved away' }))
  const [visit] = await run(nurse, 'listSubjectVisits', { subjectid: place.subjectid })
  expect(visit).toMatchObject({ state: 'MISSED', reason: 'moved away' })
})

test('activities in another order than planned are found, where an order is planned', async () => {
  await say({ state: 'PLANNED', version: 1 })
  const [first = '', second = ''] = types
  const noon = Date.UTC(2026, 9, 10, 12) / 1000
  await record(second, noon)
  expect(await list()).toEqual([])
  await record(first, noon + 600)
  expect(await list()).toEqual([{ kind: 'ORDER', days: null, explanation: null, version: 2 }])
  await run(nurse, 'explainDeviation', explain({ kind: 'ORDER', explanation: 'treadmill was taken' }))
  expect(await counts()).toMatchObject({ deviations: 1, unexplained: 0 })
  const [visit] = await run(admin, 'listVisits', { studyid: place.studyid })
  const { studyid: _, ...stays } = visit
  await run(admin, 'updateVisits', { studyid: place.studyid, visits: [{ ...stays, inOrder: false }] })
  expect(await list()).toEqual([])
})

test('a schedule that is saved without saying so keeps its order', async () => {
  const [{ studyid, inOrder: _, ...stays }] = await run(admin, 'listVisits', { studyid: place.studyid })
  const [visit] = await run(admin, 'updateVisits', { studyid, visits: [stays] })
  expect(visit).toMatchObject({ inOrder: true, activitytypeids: types })
})

test('deviations of a deleted subject are not listed, and those of a closed one are explained no more', async () => {
  const { siteid, studyid, subjectid, referencedataid } = place
  await run(nurse, 'removeReferenceData', { subjectid, referencedataid })
  await run(admin, 'updateSubject', { input: { siteid, studyid, subjectid, status: 'CLOSED' } })
  const why = explain({ kind: 'OUTSIDE', explanation: 'late' })
  expect(await refusal(nurse, 'explainDeviation', why)).toMatchObject({ code: 'SUBJECT_NOT_OPEN' })
  expect(await list()).toHaveLength(1)
  await run(admin, 'removeSubject', { siteid, studyid, subjectid })
  expect(await list()).toEqual([])
  expect(await counts()).toMatchObject({ deviations: 0, unexplained: 0 })
})

test('whoever works at another site finds nothing', async () => {
  const elsewhere = await addPerson(casebook, 'Else', { groups: ['hp'], sites: [(await makePlace(casebook)).siteid] })
  const { studyid } = place
  expect(await refusal(elsewhere, 'listDeviations', { studyid })).toMatchObject({ code: 'NOT_FOUND' })
  const why = explain({ kind: 'OUTSIDE', explanation: 'late' })
  expect(await refusal(elsewhere, 'explainDeviation', why)).toMatchObject({ code: 'NOT_FOUND' })
})
