import { createHash } from 'node:crypto'
import { buildSnapshot } from '@casebook/domain/subjects/snapshot.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Casebook, type Person, startCasebook } from '../beds/casebook.ts'
import { attempt, run } from '../beds/operations.ts'
import { type AddedPerson, addPerson } from '../beds/people.ts'
import { makePlace, type Place } from '../beds/place.ts'
import { type Entry, expectHistoryToReplay } from '../beds/replay.ts'

// Several people work on one subject concurrently, on two servers with one database.
let one: Casebook
let other: Casebook
let people: AddedPerson[]
beforeAll(async () => {
  one = await startCasebook({ CALLS_PER_MINUTE: '0' })
  other = await startCasebook({ CALLS_PER_MINUTE: '0' }, one)
  people = [
    await addPerson(one, 'Kari', { groups: ['hp'] }),
    await addPerson(one, 'Lars', { groups: ['hp', 'subject:admin'] }),
    await addPerson(one, 'Ingrid', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'] }),
  ]
})
afterAll(async () => {
  await other.stop()
  await one.stop()
})

type Step = { name: string; give: (place: Place) => Record<string, unknown> }

const version = fc.option(fc.integer({ min: 1, max: 4 }), { freq: 3, nil: undefined })
const typeKey = fc.constantFrom('activitytypeid', 'freeActivitytypeid')
const formKey = fc.constantFrom('formtypeid', 'freeFormtypeid')
const seconds = fc.integer({ min: 0, max: 1_000 })

const activity = fc
  .record({ name: fc.constantFrom('addActivity', 'updateActivity'), key: typeKey, startTime: seconds, version })
  .map(
    ({ name, key, startTime, version }): Step => ({
      name,
      give: (place) => ({
        input: { subjectid: place.subjectid, activitytypeid: place[key], startTime, stopTime: startTime + 1, version },
      }),
    }),
  )
const noActivity = typeKey.map(
  (key): Step => ({
    name: 'removeActivity',
    give: (place) => ({ subjectid: place.subjectid, activitytypeid: place[key] }),
  }),
)
const form = fc.record({ name: fc.constantFrom('addForm', 'updateForm'), key: formKey, day: seconds, version }).map(
  ({ name, key, day, version }): Step => ({
    name,
    give: (place) => ({
      input: {
        subjectid: place.subjectid,
        formtypeid: place[key],
        fields: [{ key: 'date', value: String(43_200 + 86_400 * day) }],
        version,
      },
    }),
  }),
)
const noForm = formKey.map(
  (key): Step => ({
    name: 'removeForm',
    give: (place) => ({ subjectid: place.subjectid, formtypeid: place[key] }),
  }),
)
const subject = fc
  .record({
    identifier: fc.option(fc.constantFrom('A', 'B', 'a')),
    positions: fc.option(fc.uniqueArray(fc.constantFrom('ARM', 'CHEST'))),
    status: fc.constantFrom('OPEN', 'OPEN', 'CLOSED', 'CLOSED', 'DELETED', undefined),
    version,
  })
  .map(
    ({ identifier, positions, status, version }): Step => ({
      name: 'updateSubject',
      give: ({ siteid, studyid, subjectid, deviceid }) => {
        const devices = positions?.map((position) => ({ deviceid, position }))
        return { input: { siteid, studyid, subjectid, identifier, devices, status, version } }
      },
    }),
  )
const marked = fc.constant<Step>({ name: 'removeSubject', give: ({ studyid, subjectid }) => ({ studyid, subjectid }) })

const step = fc.oneof(
  { weight: 4, arbitrary: activity },
  { weight: 1, arbitrary: noActivity },
  { weight: 4, arbitrary: form },
  { weight: 1, arbitrary: noForm },
  { weight: 6, arbitrary: subject },
  { weight: 1, arbitrary: marked },
)
const turn = fc.record({ step, who: fc.nat({ max: 2 }), isOther: fc.boolean() })
/** The concurrent operations, in many rounds. */
const rounds = fc.array(fc.array(turn, { minLength: 2, maxLength: 8 }), { minLength: 2, maxLength: 4 })

const expectedCodes = ['OK', 'CONFLICT', 'NOT_FOUND', 'ALREADY_EXISTS', 'SUBJECT_NOT_OPEN', 'NO_ACTIVITY', 'FORBIDDEN']

test('concurrent operations of several people on a subject are equivalent to some sequential order', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(rounds, async (turns) => {
      const place = await makePlace(one)
      const [, , ingrid] = people
      if (!ingrid) throw new Error('nobody is there')
      const { subjectid, referencedataid } = place
      await run(ingrid, 'removeReferenceData', { subjectid, referencedataid })
      for (const together of turns) {
        const answers = await Promise.all(together.map(({ step, who, isOther }) => call(place, step, who, isOther)))
        for (const { errors } of answers) expect(expectedCodes).toContain(errors?.[0]?.extensions.code ?? 'OK')
        await expectSnapshotOfData(ingrid, place)
      }
      const entries = await expectHistoryToReplay(one)
      expectNothingWhileNotOpen(entries.filter((entry) => entry.subjectid === subjectid))
    }),
    { numRuns: Number(process.env.INTERLEAVINGS ?? 8), endOnFailure: true },
  )
})

function call(place: Place, { name, give }: Step, who: number, isOther: boolean): Promise<Answer> {
  const person: Person | undefined = people[who]
  if (!person) throw new Error('nobody is there')
  return attempt(isOther ? other.here(person) : person, name, give(place))
}

const whole = `siteid studyid subjectid identifier status snapshot version devices { deviceid position place }
  forms { visitid occurrence fields { key value }
    formtype { formtypeid identifier repeats fields { name type required length pattern } } }
  activities { visitid occurrence comment startTime stopTime activitytype { activitytypeid description repeats }
    referenceData { referencedataid filename persistedObjectName status } }`
const ofVisit = 'visitid occurrence state plannedDate date reason'

/** A closed subject equals its snapshot, and there is one activity and one form per type. */
async function expectSnapshotOfData(person: Person, { studyid, subjectid }: Place) {
  const data = await run(person, 'getSubject', { studyid, subjectid }, whole)
  const types = (list: { activitytype?: Place; formtype?: Place }[]) =>
    list.map(({ activitytype, formtype }) => activitytype?.activitytypeid ?? formtype?.formtypeid)
  for (const list of [data.activities, data.forms]) expect(new Set(types(list)).size).toBe(list.length)
  if (data.status === 'CLOSED') {
    const [{ name }] = await run(person, 'listVisits', { studyid }, 'name')
    const had = await run(person, 'listSubjectVisits', { subjectid }, ofVisit)
    const visits = had.map((visit: object) => ({ ...visit, name }))
    const { timezoneOffset } = JSON.parse(data.snapshot)
    expect(data.snapshot).toBe(buildSnapshot({ ...data, visits }, timezoneOffset))
  }
}

/** Between closing and reopening, only the status of a subject changes. */
function expectNothingWhileNotOpen(entries: Entry[]) {
  let status = 'OPEN'
  for (const { historyid, kind, before, after } of entries) {
    if (kind !== 'subject') expect(status, `entry ${historyid} of a ${kind}`).toBe('OPEN')
    else if (after) {
      const { status: now, snapshot, snapshot_sha256, version, ...rest } = after
      if (before && before.status !== 'OPEN') {
        const { status: _, snapshot: said, snapshot_sha256: sum, version: __, ...others } = before
        expect([now, snapshot, snapshot_sha256, rest]).toEqual([now === 'CLOSED' ? 'OPEN' : now, said, sum, others])
      }
      if (now === 'CLOSED') expect(snapshot_sha256).toBe(createHash('sha256').update(String(snapshot)).digest('hex'))
      expect(version).toBe(Number(before?.version ?? 0) + 1)
      status = String(now)
    }
  }
}
