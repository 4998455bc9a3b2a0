import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { until } from '../../test/beds/live.ts'
import { attempt, refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'
import { proveScope, systemActor } from '../access/scope.ts'
import { write } from '../writes/write.ts'

let casebook: Casebook
let nurse: AddedPerson
let place: Place & { sibling: Place }
/** Of a type that repeats. */
let ids: { subjectid: string; activitytypeid: string }
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  nurse = await addPerson(casebook, 'Kari', { groups: ['hp', 'study:admin', 'subject:admin'] })
})
beforeEach(async () => {
  place = await makePlace(casebook)
  ids = { subjectid: place.subjectid, activitytypeid: place.freeActivitytypeid }
  await setRepeats(true)
})
afterAll(() => casebook.stop())

const setRepeats = (repeats: boolean) => run(nurse, 'updateActivityType', repeating(repeats))
const repeating = (repeats: boolean) => ({
  activitytypeid: place.freeActivitytypeid,
  input: { studyid: place.studyid, description: 'Walk', repeats },
})
const add = (at: number, more: object = {}) =>
  run(nurse, 'addActivity', { input: { ...ids, startTime: at, stopTime: at + 10, ...more } })
type Change = { kind: string; action: string; subjectid: string; occurrence: number; visitid: string | null }
const walks = async () =>
  (await run(nurse, 'listActivities', { subjectid: ids.subjectid }))
    .filter(({ activitytypeid }: Place) => activitytypeid === ids.activitytypeid)
    .map(({ occurrence, startTime }: { occurrence: number; startTime: number }) => [occurrence, startTime])

test('a type repeats only if it says so, which changes without its description being lost', async () => {
  const { studyid } = place
  const read = (activitytypeid: string) => run(nurse, 'getActivityType', { studyid, activitytypeid })
  expect(await read(place.activitytypeid)).toMatchObject({ repeats: false })
  expect(await read(ids.activitytypeid)).toMatchObject({ repeats: true, description: 'Walk' })
  await run(nurse, 'updateActivityType', {
    activitytypeid: ids.activitytypeid,
    input: { studyid, description: 'Slow walk' },
  })
  expect(await read(ids.activitytypeid)).toMatchObject({ repeats: true, description: 'Slow walk' })
  expect(await run(nurse, 'addActivityType', { studyid, description: 'Stairs', repeats: true })).toMatchObject({
    repeats: true,
  })
})

test('each addition makes the next one, and a number is never used again', async () => {
  expect(await add(100)).toMatchObject({ occurrence: 1, visitid: null })
  expect(await add(200)).toMatchObject({ occurrence: 2 })
  await run(nurse, 'removeActivity', { ...ids, occurrence: 2 })
  expect(await add(300)).toMatchObject({ occurrence: 3 })
  await run(nurse, 'putBackActivity', { ...ids, occurrence: 2 })
  expect(await walks()).toEqual([
    [1, 100],
    [2, 200],
    [3, 300],
  ])
})

test('a number that is given must be the next one', async () => {
  expect(await add(100, { occurrence: 1 })).toMatchObject({ occurrence: 1 })
  const given = (occurrence: number) => ({ input: { ...ids, startTime: 1, stopTime: 2, occurrence } })
  expect(await refusal(nurse, 'addActivity', given(1))).toMatchObject({ reason: 'activity.taken' })
  expect(await refusal(nurse, 'addActivity', given(3))).toMatchObject({ reason: 'occurrence.next' })
  expect(await add(200, { occurrence: 2 })).toMatchObject({ occurrence: 2 })
})

test('a type that does not repeat has the number 1 alone', async () => {
  const input = { ...ids, activitytypeid: place.activitytypeid, startTime: 1, stopTime: 2 }
  expect(await refusal(nurse, 'addActivity', { input })).toMatchObject({ reason: 'activity.taken' })
  expect(await refusal(nurse, 'addActivity', { input: { ...input, occurrence: 2 } })).toMatchObject({
    code: 'BAD_INPUT',
    reason: 'occurrence.once',
  })
  const changed = { ...input, startTime: 5, stopTime: 9, occurrence: 1 }
  expect(await run(nurse, 'updateActivity', { input: changed })).toMatchObject({ occurrence: 1, startTime: 5 })
})

test('a visit that the study does not have is refused', async () => {
  const input = { ...ids, startTime: 1, stopTime: 2, visitid: 'somewhere' }
  for (const [call, given] of [
    ['addActivity', { input }],
    ['startActivity', { ...ids, visitid: 'somewhere' }],
  ] as const)
    expect(await refusal(nurse, call, given)).toMatchObject({ code: 'NOT_FOUND', reason: 'visit.missing' })
  expect(await refusal(nurse, 'updateActivity', { input })).toMatchObject({ reason: 'activity.missing' })
})

test('a type that belongs to a visit has one in each visit, and one without', async () => {
  const { siteid, studyid, subjectid, activitytypeid } = place
  await write(casebook.services.db, proveScope(systemActor('tests'), 'all'), undefined, async (tx) => {
    const visit = { siteid, studyid, place: 0, formtypeids: [], activitytypeids: [activitytypeid], day: null }
    await tx
      .insertInto('visit')
      .values({ ...visit, visitid: `${studyid}-v1`, name: 'One', name_key: 'one' })
      .execute()
  })
  const visitid = `${studyid}-v1`
  const input = { subjectid, activitytypeid, startTime: 500, stopTime: 510, visitid }
  expect(await run(nurse, 'addActivity', { input })).toMatchObject({ visitid, occurrence: 1, startTime: 500 })
  expect(await refusal(nurse, 'addActivity', { input })).toMatchObject({ reason: 'activity.taken' })
  expect(await refusal(nurse, 'addActivity', { input: { ...input, ...ids } })).toMatchObject({
    reason: 'visit.missing',
  })
  const other = { ...input, subjectid: place.sibling.subjectid, activitytypeid: place.sibling.activitytypeid }
  expect(await refusal(nurse, 'addActivity', { input: other })).toMatchObject({ reason: 'visit.missing' })
  const files = (which: object) => run(nurse, 'listReferenceData', { subjectid, activitytypeid, ...which })
  expect([(await files({})).length > 0, await files({ visitid })]).toEqual([true, []])
  await run(nurse, 'removeActivity', { subjectid, activitytypeid })
  expect(await run(nurse, 'updateActivity', { input: { ...input, stopTime: 520 } })).toMatchObject({ stopTime: 520 })
  await run(nurse, 'putBackActivity', { subjectid, activitytypeid })
  expect(await run(nurse, 'removeActivity', { subjectid, activitytypeid, visitid })).toMatchObject({ visitid })
})

test('with several, a write says which; with one, it need not', async () => {
  await add(100)
  await run(nurse, 'updateActivity', { input: { ...ids, startTime: 110, stopTime: 120 } })
  await add(200)
  const input = { ...ids, startTime: 210, stopTime: 220 }
  for (const [call, given] of [
    ['updateActivity', { input }],
    ['removeActivity', ids],
  ] as const)
    expect(await refusal(nurse, call, given)).toMatchObject({ code: 'BAD_INPUT', reason: 'occurrence.which' })
  await run(nurse, 'updateActivity', { input: { ...input, occurrence: 2, version: 1 } })
  expect(await refusal(nurse, 'updateActivity', { input: { ...input, occurrence: 3 } })).toMatchObject({
    reason: 'activity.missing',
  })
  expect(await walks()).toEqual([
    [1, 110],
    [2, 210],
  ])
})

test('an outdated version is told with the author of that one', async () => {
  await add(100)
  await add(200)
  await run(nurse, 'updateActivity', { input: { ...ids, occurrence: 1, startTime: 110, stopTime: 120 } })
  const input = { ...ids, occurrence: 1, startTime: 1, stopTime: 2, version: 1 }
  const { extensions } = (await attempt(nurse, 'updateActivity', { input })).errors?.[0] ?? {}
  expect(extensions).toMatchObject({ code: 'CONFLICT', current: { version: 2, by: 'Kari' } })
  const changes = 'occurrence version changedBy changedAt'
  const [, first, second] = (await run(nurse, 'listActivities', { subjectid: ids.subjectid }, changes)).toSorted(
    (a: { version: number }, b: { version: number }) => b.version - a.version,
  )
  expect([first.changedBy, second.changedBy]).not.toContain(null)
})

test('those who add the next one at once get one each, numbered apart', async () => {
  const adding = await Promise.all(Array.from({ length: 8 }, (_, place) => add(100 * place)))
  expect(adding.map(({ occurrence }) => occurrence).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  const starting = await Promise.all(Array.from({ length: 4 }, () => run(nurse, 'startActivity', ids)))
  expect(starting.map(({ occurrence }) => occurrence).sort()).toEqual([10, 11, 12, 9].sort())
})

test('several run at once, and each is stopped by its number; that of a cancelled one is not used again', async () => {
  await add(100)
  expect(await run(nurse, 'startActivity', ids)).toMatchObject({ occurrence: 2 })
  expect(await run(nurse, 'startActivity', ids)).toMatchObject({ occurrence: 3 })
  expect(await refusal(nurse, 'stopActivity', ids)).toMatchObject({ reason: 'occurrence.which' })
  expect(await run(nurse, 'cancelStart', { ...ids, occurrence: 3 })).toMatchObject({ occurrence: 3 })
  expect(await add(200)).toMatchObject({ occurrence: 4 })
  expect(await run(nurse, 'stopActivity', ids)).toMatchObject({ occurrence: 2 })
  expect(await run(nurse, 'listRunningActivities', { subjectid: ids.subjectid })).toEqual([])
  expect(await run(nurse, 'startActivity', ids)).toMatchObject({ occurrence: 5 })
  expect(await add(300, { occurrence: 5 })).toMatchObject({ occurrence: 5 })
  expect(await run(nurse, 'listRunningActivities', { subjectid: ids.subjectid })).toEqual([])
})

test('repeating is not turned off while a subject has two, recorded or running', async () => {
  await add(100)
  await run(nurse, 'startActivity', ids)
  expect(await refusal(nurse, 'updateActivityType', repeating(false))).toMatchObject({
    code: 'CONFLICT',
    reason: 'repeats.used',
  })
  await run(nurse, 'stopActivity', ids)
  expect(await refusal(nurse, 'updateActivityType', repeating(false))).toMatchObject({
    reason: 'repeats.used',
    field: 'repeats',
    params: { names: place.identifier },
  })
  await run(nurse, 'removeActivity', { ...ids, occurrence: 1 })
  await setRepeats(false)
  const input = { ...ids, startTime: 1, stopTime: 2 }
  expect(await refusal(nurse, 'addActivity', { input })).toMatchObject({ reason: 'activity.taken' })
  expect(await refusal(nurse, 'putBackActivity', { ...ids, occurrence: 1 })).toMatchObject({ reason: 'activity.taken' })
  await run(nurse, 'removeActivity', ids)
  expect(await add(400)).toMatchObject({ occurrence: 1 })
})

test('of many subjects who have two, some are named', async () => {
  const { siteid, studyid, freeActivitytypeid: activitytypeid } = place
  for (const place of [7, 6, 5, 4, 3, 2, 1]) {
    const { subjectid } = await run(nurse, 'addSubjectV2', { input: { siteid, studyid, identifier: `A-${place}` } })
    for (const startTime of place === 1 ? [100] : [100, 200])
      await run(nurse, 'addActivity', { input: { subjectid, activitytypeid, startTime, stopTime: startTime + 10 } })
  }
  const { message, params } = await refusal(nurse, 'updateActivityType', repeating(false))
  expect(params).toEqual({ names: 'A-2, A-3, A-4, A-5, A-6, …' })
  expect(message).toContain('A-2, A-3')
})

test('a file belongs to one of several, is listed with it, and is removed and put back with it', async () => {
  const { siteid, studyid, subjectid } = place
  await add(100)
  await add(200)
  const input = { siteid, studyid, activitytypeid: ids.activitytypeid, filename: 'second.csv' }
  expect(await refusal(nurse, 'addReferenceData', { subjectid, input })).toMatchObject({ reason: 'occurrence.which' })
  const added = await run(nurse, 'addReferenceData', { subjectid, input: { ...input, occurrence: 2 } })
  expect(added).toMatchObject({ occurrence: 2, visitid: null })
  const names = async (which: object) =>
    (await run(nurse, 'listReferenceData', { subjectid, ...which })).map(
      ({ filename }: { filename: string }) => filename,
    )
  expect(await names({ activitytypeid: ids.activitytypeid })).toEqual([])
  expect(await names({ activitytypeid: ids.activitytypeid, occurrence: 2 })).toEqual(['second.csv'])
  expect(await names({})).toContain('second.csv')
  const selection = 'activitytypeid occurrence referenceData { filename occurrence }'
  const listed = await run(nurse, 'listActivities', { subjectid }, selection)
  expect(listed.filter(({ activitytypeid }: Place) => activitytypeid === ids.activitytypeid)).toEqual([
    { ...ids, subjectid: undefined, occurrence: 1, referenceData: [] },
    { ...ids, subjectid: undefined, occurrence: 2, referenceData: [{ filename: 'second.csv', occurrence: 2 }] },
  ])
  await run(nurse, 'removeActivity', { ...ids, occurrence: 1 })
  expect(await names({ activitytypeid: ids.activitytypeid })).toEqual(['second.csv'])
  await run(nurse, 'removeActivity', { ...ids, occurrence: 2 })
  expect(await names({})).not.toContain('second.csv')
  await run(nurse, 'putBackActivity', { ...ids, occurrence: 2 })
  expect(await names({ activitytypeid: ids.activitytypeid })).toEqual(['second.csv'])
})

test('the history, the changes and the counts tell one from the other', async () => {
  const { studyid, subjectid } = place
  const { position } = await run(nurse, 'listChanges', {})
  await add(100)
  await add(200)
  await run(nurse, 'removeActivity', { ...ids, occurrence: 1 })
  await run(nurse, 'removeActivity', { ...ids, occurrence: 2 })
  const history = await run(nurse, 'listHistory', { studyid, subjectid, limit: 4 })
  const told = history.map(({ action, before, after }: Record<string, string>) => [
    action,
    JSON.parse(before ?? after ?? '').occurrence,
  ])
  expect(told).toEqual([
    ['REMOVED', 2],
    ['REMOVED', undefined],
    ['ADDED', 2],
    ['ADDED', undefined],
  ])
  await until('the changes are reported', async () => {
    const wanted = 'changes { kind action subjectid occurrence visitid }'
    const { changes } = await run(nurse, 'listChanges', { after: position }, wanted)
    const own = changes.filter((change: Change) => change.kind === 'ACTIVITY' && change.subjectid === subjectid)
    return (
      JSON.stringify(own.map(({ action, occurrence, visitid }: Change) => [action, occurrence, visitid])) ===
      JSON.stringify([
        ['ADDED', 1, null],
        ['ADDED', 2, null],
        ['REMOVED', 1, null],
        ['REMOVED', 2, null],
      ])
    )
  })
  await add(300)
  await add(400)
  await add(401)
  const facts = 'facts { activitiesDone activitiesRecorded activitiesExpected warnings cells }'
  const subject = await run(nurse, 'getSubject', { studyid, subjectid }, facts)
  expect(subject.facts).toMatchObject({ activitiesDone: 2, activitiesRecorded: 4, activitiesExpected: 2 })
  expect(subject.facts.cells).toHaveLength(4)
})

test('each has a label of its own if wanted, also one that is running', async () => {
  expect(await add(100, { label: 'With a cane' })).toMatchObject({ occurrence: 1, label: 'With a cane' })
  expect(await run(nurse, 'startActivity', { ...ids, label: 'Uphill' })).toMatchObject({
    occurrence: 2,
    label: 'Uphill',
  })
  expect(await run(nurse, 'stopActivity', ids)).toMatchObject({ occurrence: 2, label: 'Uphill' })
  await run(nurse, 'startActivity', { ...ids, label: 'Downhill' })
  expect(await add(300, { occurrence: 3 })).toMatchObject({ occurrence: 3, label: 'Downhill' })
  const change = { ...ids, startTime: 300, stopTime: 320, occurrence: 3 }
  expect(await run(nurse, 'updateActivity', { input: change })).toMatchObject({ label: 'Downhill' })
  expect(await run(nurse, 'updateActivity', { input: { ...change, label: '' } })).toMatchObject({ label: null })
  const once = { subjectid: place.subjectid, activitytypeid: place.activitytypeid, label: 'Once' }
  expect(await refusal(nurse, 'startActivity', once)).toMatchObject({ reason: 'occurrence.label' })
  expect(await refusal(nurse, 'updateActivity', { input: { ...once, startTime: 1, stopTime: 2 } })).toMatchObject({
    reason: 'occurrence.label',
  })
})
