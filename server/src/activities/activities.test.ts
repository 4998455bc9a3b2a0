import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { attempt, refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'

let casebook: Casebook
let nurse: AddedPerson
let place: Place & { sibling: Place }
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  nurse = await addPerson(casebook, 'Kari', { groups: ['hp', 'study:admin'] })
})
beforeEach(async () => {
  place = await makePlace(casebook)
})
afterAll(() => casebook.stop())

const input = (more: Record<string, unknown> = {}) => ({
  input: {
    subjectid: place.subjectid,
    activitytypeid: place.freeActivitytypeid,
    startTime: 1_000,
    stopTime: 1_001,
    ...more,
  },
})
const read = async () => {
  const activities = await run(nurse, 'listActivities', { subjectid: place.subjectid })
  return activities.find(({ activitytypeid }: Place) => activitytypeid === place.freeActivitytypeid)
}

test.each([
  [0, 1],
  [-62_135_510_400, 253_402_214_399],
  [4_294_967_296, 4_294_967_297],
  [-1, 0],
])('an activity may last from %d to %d', async (startTime, stopTime) => {
  await run(nurse, 'addActivity', input({ startTime, stopTime }))
  expect(await read()).toMatchObject({ startTime, stopTime, version: 1 })
})

test.each([
  [10, 10, 'stopTime', 'activity.stop.not-later'],
  [10, 9, 'stopTime', 'activity.stop.not-later'],
  [-62_135_510_401, 0, 'startTime', 'activity.time.range'],
  [0, 253_402_214_400, 'stopTime', 'activity.time.range'],
  [0, Number.MAX_SAFE_INTEGER, 'stopTime', 'activity.time.range'],
])('an activity may not last from %d to %d', async (startTime, stopTime, field, reason) => {
  const bad = { code: 'BAD_INPUT', field, reason }
  expect(await refusal(nurse, 'addActivity', input({ startTime, stopTime }))).toMatchObject(bad)
  await run(nurse, 'addActivity', input())
  expect(await refusal(nurse, 'updateActivity', input({ startTime, stopTime }))).toMatchObject(bad)
  expect(await read()).toMatchObject({ startTime: 1_000, version: 1 })
})

test('a comment is trimmed, kept if omitted, and removed if empty', async () => {
  expect(await run(nurse, 'addActivity', input({ comment: '  a\nb ' }))).toMatchObject({ comment: 'a\nb' })
  expect(await run(nurse, 'updateActivity', input())).toMatchObject({ comment: 'a\nb' })
  for (const comment of ['', '  ', null]) {
    await run(nurse, 'updateActivity', input({ comment: 'x' }))
    expect(await run(nurse, 'updateActivity', input({ comment }))).toMatchObject({ comment: null })
  }
  await run(nurse, 'updateActivity', input({ comment: 'x'.repeat(4_000) }))
  const long = input({ comment: 'x'.repeat(4_001) })
  expect(await refusal(nurse, 'updateActivity', long)).toMatchObject({ code: 'BAD_INPUT', field: 'comment' })
})

test('a subject has one activity of each type, even if several people add it at once', async () => {
  const adding = Array.from({ length: 5 }, (_, n) => attempt(nurse, 'addActivity', input({ startTime: n })))
  const codes = (await Promise.all(adding)).map(({ errors }) => errors?.[0]?.extensions.code ?? 'OK').sort()
  expect(codes).toEqual([...Array(4).fill('ALREADY_EXISTS'), 'OK'])
  expect(await refusal(nurse, 'addActivity', input())).toMatchObject({
    reason: 'activity.taken',
    field: 'activitytypeid',
  })
})

test('an activity may be removed and recorded again, with the next version and without its files', async () => {
  const { subjectid, activitytypeid } = place
  const selection = 'version comment referenceData { filename }'
  expect(await run(nurse, 'removeActivity', { subjectid, activitytypeid }, selection)).toMatchObject({
    referenceData: [{ filename: 'arm.csv' }],
  })
  expect((await refusal(nurse, 'removeActivity', { subjectid, activitytypeid })).code).toBe('NOT_FOUND')
  expect((await refusal(nurse, 'updateActivity', input({ activitytypeid }))).code).toBe('NOT_FOUND')
  expect(await run(nurse, 'listReferenceData', { subjectid })).toEqual([])
  const again = await run(nurse, 'addActivity', input({ activitytypeid }), selection)
  expect(again).toEqual({ version: 3, comment: null, referenceData: [] })
})

test('a change of an activity that somebody else changed meanwhile is refused with their name', async () => {
  await run(nurse, 'addActivity', input())
  const siri = await addPerson(casebook, 'Siri', { groups: ['hp'] })
  await run(siri, 'updateActivity', input({ comment: 'by Siri', version: 1 }))
  const conflict = { code: 'CONFLICT', current: { version: 2, by: 'Siri' } }
  expect(await refusal(nurse, 'updateActivity', input({ version: 1 }))).toMatchObject(conflict)
})

test('the last change of an activity is that of this subject’s activity', async () => {
  const { siteid, studyid, activitytypeid } = place
  await run(nurse, 'updateActivity', input({ activitytypeid, version: 1 }))
  const other = await run(nurse, 'addSubjectV2', { input: { siteid, studyid, identifier: 'Other' } })
  const siri = await addPerson(casebook, 'Siri', { groups: ['hp'] })
  await run(siri, 'addActivity', input({ subjectid: other.subjectid, activitytypeid }))
  const stale = await refusal(nurse, 'updateActivity', input({ activitytypeid, version: 1 }))
  expect(stale).toMatchObject({ current: { version: 2, by: 'Kari' } })
})

test('an activity can’t have a type of another study', async () => {
  const { freeActivitytypeid: activitytypeid } = place.sibling
  expect(await refusal(nurse, 'addActivity', input({ activitytypeid }))).toMatchObject({
    reason: 'activity-type.missing',
  })
})

test('activities are sorted by the description of their type, ignoring case', async () => {
  const { studyid, subjectid, activitytypeid } = place
  await run(nurse, 'removeActivity', { subjectid, activitytypeid })
  for (const description of ['Ålesund', 'b', 'A', 'c']) {
    const type = await run(nurse, 'addActivityType', { studyid, description })
    await run(nurse, 'addActivity', input({ activitytypeid: type.activitytypeid }))
  }
  const selection = 'activitytype { description }'
  const listed = await run(nurse, 'listActivities', { subjectid }, selection)
  const names = listed.map(({ activitytype }: { activitytype: { description: string } }) => activitytype.description)
  expect(names).toEqual(['A', 'b', 'c', 'Ålesund'])
  const nested = await run(nurse, 'getSubject', { studyid, subjectid }, `activities { ${selection} }`)
  expect(nested.activities).toEqual(listed)
})
