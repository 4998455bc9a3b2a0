import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { attempt, refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'

let casebook: Casebook
let admin: AddedPerson
let place: Place & { sibling: Place }
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  admin = await addPerson(casebook, 'Ingrid', { groups: ['hp', 'study:admin', 'subject:admin'] })
})
beforeEach(async () => {
  place = await makePlace(casebook)
})
afterAll(() => casebook.stop())

const add = (description: string) => run(admin, 'addActivityType', { studyid: place.studyid, description })
const taken = { code: 'ALREADY_EXISTS', reason: 'activity-type.description.taken', field: 'description' }

test.each(['', ' ', 'x'.repeat(201), 'a\nb'])('an activity type may not be described as %j', async (description) => {
  const { studyid, activitytypeid } = place
  const bad = { code: 'BAD_INPUT', field: 'description' }
  expect(await refusal(admin, 'addActivityType', { studyid, description })).toMatchObject(bad)
  expect(await refusal(admin, 'updateActivityType', { activitytypeid, input: { studyid, description } })).toMatchObject(
    bad,
  )
})

test('a description is unique in its study, ignoring case and the encoding of accents', async () => {
  await add('Caf\u00e9 STRASSE')
  for (const description of ['caf\u00e9 strasse', 'CAFE\u0301 Strasse', ' Caf\u00e9 strasse ']) {
    const { studyid, activitytypeid } = place
    expect(await refusal(admin, 'addActivityType', { studyid, description })).toMatchObject(taken)
    const input = { studyid, description }
    expect(await refusal(admin, 'updateActivityType', { activitytypeid, input })).toMatchObject(taken)
  }
  const elsewhere = { studyid: place.sibling.studyid, description: 'Caf\u00e9 strasse' }
  expect(await run(admin, 'addActivityType', elsewhere)).toMatchObject(elsewhere)
})

test('an activity type may change the case of its own description', async () => {
  const { activitytypeid } = await add('treadmill')
  const input = { studyid: place.studyid, description: 'Treadmill', version: 1 }
  const changed = { description: 'Treadmill', version: 2 }
  expect(await run(admin, 'updateActivityType', { activitytypeid, input })).toMatchObject(changed)
})

test('of several added at once with the same description, one succeeds', async () => {
  const adding = ['a', 'A', 'a', 'A', 'a'].map((description) =>
    attempt(admin, 'addActivityType', { studyid: place.studyid, description }),
  )
  const codes = (await Promise.all(adding)).map(({ errors }) => errors?.[0]?.extensions.code ?? 'OK').sort()
  expect(codes).toEqual([...Array(4).fill('ALREADY_EXISTS'), 'OK'])
})

test('a removed one is no longer offered, its description can be reused, and its activities are unchanged', async () => {
  const { studyid, subjectid, activitytypeid, freeActivitytypeid } = place
  await run(admin, 'removeActivityType', { studyid, activitytypeid })
  await run(admin, 'removeActivityType', { studyid, activitytypeid: freeActivitytypeid })
  expect(await run(admin, 'listActivityTypes', { studyid })).toEqual([])
  expect((await refusal(admin, 'getActivityType', { studyid, activitytypeid })).code).toBe('NOT_FOUND')
  expect((await refusal(admin, 'removeActivityType', { studyid, activitytypeid })).code).toBe('NOT_FOUND')

  const [activity] = await run(admin, 'listActivities', { subjectid }, 'activitytypeid activitytype { description }')
  expect(activity).toEqual({ activitytypeid, activitytype: { description: activitytypeid } })
  const times = { startTime: 1, stopTime: 2 }
  await run(admin, 'updateActivity', { input: { subjectid, activitytypeid, ...times } })
  const offered = { input: { subjectid, activitytypeid: freeActivitytypeid, ...times } }
  const missing = { code: 'NOT_FOUND', reason: 'activity-type.missing', field: 'activitytypeid' }
  expect(await refusal(admin, 'addActivity', offered)).toMatchObject(missing)

  const again = await add(activitytypeid)
  expect(again.activitytypeid).not.toBe(activitytypeid)
  await run(admin, 'addActivity', { input: { subjectid, activitytypeid: again.activitytypeid, ...times } })
  expect(await run(admin, 'listActivities', { subjectid })).toHaveLength(2)
})
