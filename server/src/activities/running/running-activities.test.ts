import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../../test/beds/casebook.ts'
import { attempt, refusal, run } from '../../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../../test/beds/people.ts'
import { makePlace, type Place } from '../../../test/beds/place.ts'

let casebook: Casebook
let nurse: AddedPerson
let siri: AddedPerson
let place: Place & { sibling: Place }
let ids: { subjectid: string; activitytypeid: string }
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  nurse = await addPerson(casebook, 'Kari', { groups: ['hp', 'study:admin', 'subject:admin'] })
  siri = await addPerson(casebook, 'Siri', { groups: ['hp'] })
})
beforeEach(async () => {
  place = await makePlace(casebook)
  ids = { subjectid: place.subjectid, activitytypeid: place.freeActivitytypeid }
})
afterAll(() => casebook.stop())

const running = () => run(siri, 'listRunningActivities', { subjectid: place.subjectid })
const activities = async () =>
  (await run(siri, 'listActivities', { subjectid: place.subjectid })).map((each: Place) => each.activitytypeid)

test('a colleague sees a started activity running and stops it, which records it', async () => {
  const started = await run(nurse, 'startActivity', ids)
  expect(started).toMatchObject({ ...ids, startedBy: 'Kari', version: 1 })
  expect(await running()).toEqual([started])
  expect(await activities()).toEqual([place.activitytypeid])
  const stopped = await run(siri, 'stopActivity', { ...ids, comment: ' slow ' })
  expect(stopped).toMatchObject({ ...ids, startTime: started.startTime, comment: 'slow' })
  expect(stopped.stopTime).toBeGreaterThan(stopped.startTime)
  expect(await running()).toEqual([])
  expect(await activities()).toContain(place.freeActivitytypeid)
})

test('a cancelled start leaves only its history', async () => {
  await run(nurse, 'startActivity', ids)
  await run(siri, 'cancelStart', ids)
  expect(await running()).toEqual([])
  expect(await refusal(nurse, 'cancelStart', ids)).toMatchObject({ code: 'NOT_FOUND', reason: 'running.missing' })
  expect(await refusal(nurse, 'stopActivity', ids)).toMatchObject({ code: 'NOT_FOUND', reason: 'running.missing' })
  const { studyid, subjectid } = place
  const history = await run(nurse, 'listHistory', { studyid, subjectid, limit: 2 })
  expect(history.map(({ kind, action, actor }: Record<string, string>) => [kind, action, actor])).toEqual([
    ['running_activity', 'REMOVED', 'Siri'],
    ['running_activity', 'ADDED', 'Kari'],
  ])
})

test('it runs once, even if several people start it at once', async () => {
  const starting = await Promise.all(Array.from({ length: 5 }, () => attempt(nurse, 'startActivity', ids)))
  const codes = starting.map(({ errors }) => errors?.[0]?.extensions.code ?? 'OK').sort()
  expect(codes).toEqual([...Array(4).fill('ALREADY_EXISTS'), 'OK'])
  const stopping = await Promise.all(Array.from({ length: 5 }, () => attempt(nurse, 'stopActivity', ids)))
  expect(stopping.filter(({ errors }) => errors === undefined)).toHaveLength(1)
})

test('of one who starts it and one who restores the removed one, at once, one is refused', async () => {
  for (let round = 0; round < 10; round++) {
    if (round === 0) await run(siri, 'addActivity', { input: { ...ids, startTime: 1, stopTime: 2 } })
    await run(siri, 'removeActivity', ids)
    const outcomes = await Promise.all([attempt(nurse, 'startActivity', ids), attempt(siri, 'putBackActivity', ids)])
    expect(outcomes.filter(({ errors }) => errors === undefined)).toHaveLength(1)
    if ((await running()).length === 0) continue
    await run(nurse, 'cancelStart', ids)
    await run(siri, 'putBackActivity', ids)
  }
})

test('a recorded activity can’t be started', async () => {
  const recorded = { ...ids, activitytypeid: place.activitytypeid }
  expect(await refusal(nurse, 'startActivity', recorded)).toMatchObject({ reason: 'activity.taken' })
})

test('recording it manually ends it, restoring a removed one is refused while it runs', async () => {
  await run(nurse, 'startActivity', ids)
  await run(siri, 'addActivity', { input: { ...ids, startTime: 1, stopTime: 2 } })
  expect(await running()).toEqual([])
  await run(siri, 'removeActivity', ids)
  await run(nurse, 'startActivity', ids)
  expect(await refusal(siri, 'putBackActivity', ids)).toMatchObject({ code: 'ALREADY_EXISTS', reason: 'running.taken' })
  expect(await running()).toMatchObject([{ ...ids, startedBy: 'Kari' }])
  await run(nurse, 'cancelStart', ids)
  await run(siri, 'putBackActivity', ids)
  expect(await activities()).toContain(ids.activitytypeid)
})

test('nothing starts or stops while the subject is closed; it keeps running until the subject is open again', async () => {
  const { siteid, studyid, subjectid, referencedataid } = place
  await run(nurse, 'startActivity', ids)
  await run(nurse, 'removeReferenceData', { subjectid, referencedataid })
  await run(nurse, 'updateSubject', { input: { siteid, studyid, subjectid, status: 'CLOSED' } })
  for (const act of ['startActivity', 'stopActivity', 'cancelStart']) {
    expect((await refusal(nurse, act, ids)).code, act).toBe('SUBJECT_NOT_OPEN')
  }
  expect(await running()).toHaveLength(1)
})

test('it runs on when its type is removed, under the type’s name, and can be stopped', async () => {
  const { studyid, subjectid, activitytypeid, freeActivitytypeid } = place
  const { description } = await run(nurse, 'getActivityType', { studyid, activitytypeid: freeActivitytypeid })
  await run(nurse, 'startActivity', ids)
  await run(nurse, 'removeActivityType', { studyid, activitytypeid: freeActivitytypeid })
  const selection = 'activitytypeid activitytype { description }'
  expect(await run(siri, 'listRunningActivities', { subjectid }, selection)).toEqual([
    { activitytypeid: freeActivitytypeid, activitytype: { description } },
  ])
  await run(siri, 'stopActivity', ids)
  expect(await running()).toEqual([])
  expect(await activities()).toEqual(expect.arrayContaining([activitytypeid, freeActivitytypeid]))
})

test('it can’t have a type of another study', async () => {
  const activitytypeid = place.sibling.freeActivitytypeid
  expect(await refusal(nurse, 'startActivity', { ...ids, activitytypeid })).toMatchObject({
    reason: 'activity-type.missing',
  })
})

test('a press that could not be sent at once keeps its moment, whatever the clock of the caller says', async () => {
  const fast = 3_600_000
  const press = Math.floor((Date.now() + fast) / 1_000) - 90
  const clock = () => ({ 'casebook-clock': String(Date.now() + fast) })
  const { data } = await nurse.call(
    'mutation ($s: ID!, $a: ID!, $t: EpochSeconds) { startActivity(subjectid: $s, activitytypeid: $a, startTime: $t) { startTime } }',
    { s: ids.subjectid, a: ids.activitytypeid, t: press },
    clock(),
  )
  const begun: number = (data as { startActivity: { startTime: number } }).startActivity.startTime
  expect(Math.abs(begun - (press - fast / 1_000))).toBeLessThanOrEqual(1)
  const stopped = await siri.call(
    'mutation ($s: ID!, $a: ID!, $t: EpochSeconds) { stopActivity(subjectid: $s, activitytypeid: $a, stopTime: $t) { startTime stopTime } }',
    { s: ids.subjectid, a: ids.activitytypeid, t: press + 60 },
    clock(),
  )
  const { startTime, stopTime } = (stopped.data as { stopActivity: { startTime: number; stopTime: number } })
    .stopActivity
  expect(startTime).toBe(begun)
  expect(Math.abs(stopTime - startTime - 60)).toBeLessThanOrEqual(1)
})

test('scripts give times without a clock exactly, and never later than now', async () => {
  const startTime = Math.floor(Date.now() / 1_000) - 100
  expect(await run(nurse, 'startActivity', { ...ids, startTime })).toMatchObject({ startTime })
  const ahead = Math.floor(Date.now() / 1_000) + 100
  expect(await refusal(siri, 'stopActivity', { ...ids, stopTime: ahead })).toMatchObject({
    code: 'BAD_INPUT',
    reason: 'running.time.ahead',
    field: 'stopTime',
  })
  expect(await run(siri, 'stopActivity', { ...ids, stopTime: startTime + 30 })).toMatchObject({
    startTime,
    stopTime: startTime + 30,
  })
})
