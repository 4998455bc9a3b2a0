import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../beds/casebook.ts'
import { refusal, run } from '../beds/operations.ts'
import { type AddedPerson, addPerson } from '../beds/people.ts'
import { makePlace, type Place } from '../beds/place.ts'
import { rows } from '../matrix/rows.ts'

let casebook: Casebook
let admin: AddedPerson
let place: Place
beforeAll(async () => {
  casebook = await startCasebook()
  admin = await addPerson(casebook, 'Ingrid', { groups: ['admin', 'hp', 'study:admin', 'subject:admin'] })
  place = await makePlace(casebook)
})
afterAll(() => casebook.stop())

async function historyLength(): Promise<number> {
  const { count } = await casebook.services.people
    .selectFrom('history')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const fields = [{ name: 'date', type: 'Date', required: false }]

/** Each write is sent twice with the same content. The second one changes nothing. */
const writes: Record<string, (place: Place) => Record<string, unknown>> = {
  updateSite: ({ siteid }) => ({ siteid, name: 'Oslo' }),
  updateDevice: ({ siteid, deviceid }) => ({ siteid, deviceid, input: { deviceid, hw_id: 'SN-2' } }),
  updateStudy: ({ siteid, studyid }) => ({ siteid, studyid, input: { name: 'Walking', status: 'OPEN' } }),
  updateActivityType: ({ studyid, activitytypeid }) => ({ activitytypeid, input: { studyid, description: 'Stairs' } }),
  updateFormType: ({ studyid, formtypeid }) => ({ formtypeid, input: { studyid, identifier: 'Baseline', fields } }),
  updateSubject: ({ siteid, studyid, subjectid }) => ({ input: { siteid, studyid, subjectid, identifier: 'S-1' } }),
  updateForm: ({ subjectid, formtypeid }) => ({
    input: { subjectid, formtypeid, fields: [{ key: 'date', value: '1792497600' }] },
  }),
  updateActivity: ({ subjectid, activitytypeid }) => ({
    input: { subjectid, activitytypeid, startTime: 10, stopTime: 20, comment: 'even pace' },
  }),
  describeReferenceData: (given) => rows.describeReferenceData?.give(given) ?? {},
  setReferenceDataZone: (given) => rows.setReferenceDataZone?.give(given) ?? {},
  correctReferenceDataClock: ({ subjectid, referencedataid }) => ({
    subjectid,
    referencedataid,
    seconds: 0,
    previousSeconds: 0,
  }),
  updatePerson: (given) => rows.updatePerson?.give(given) ?? {},
  updateMe: (given) => rows.updateMe?.give(given) ?? {},
}

test.each(Object.keys(writes))('%s that changes nothing creates no version and no history entry', async (name) => {
  const first = await run(admin, name, writes[name]?.(place))
  const before = await historyLength()
  const second = await run(admin, name, writes[name]?.(place))
  expect(second).toEqual(first)
  expect(await historyLength()).toBe(before)
})

test('a changed device list creates a version of the subject, although its own row is unchanged', async () => {
  const { siteid, studyid, subjectid, deviceid } = await makePlace(casebook)
  const ids = { siteid, studyid, subjectid }
  const devices = [{ deviceid, position: 'CHEST' }]
  const { version } = await run(admin, 'updateSubject', { input: { ...ids, devices } })
  expect(version).toBe(2)
  expect(await run(admin, 'updateSubject', { input: { ...ids, devices } })).toMatchObject({ version: 2 })
})

test('a snapshot without CLOSED is refused', async () => {
  const { siteid, studyid, subjectid } = await makePlace(casebook)
  const input = { siteid, studyid, subjectid, status: 'OPEN', snapshot: '{}' }
  expect(await refusal(admin, 'updateSubject', { input })).toMatchObject({
    code: 'BAD_INPUT',
    reason: 'snapshot.without-closing',
    field: 'snapshot',
  })
})
