import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Casebook, type Person, startCasebook } from './beds/casebook.ts'
import { run } from './beds/operations.ts'
import { type AddedPerson, addPerson } from './beds/people.ts'
import { makePlace, type Place } from './beds/place.ts'

let casebook: Casebook
let ingrid: AddedPerson
let lars: AddedPerson
let place: Place
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  const groups = ['admin', 'hp', 'study:admin', 'subject:admin'] as const
  ingrid = await addPerson(casebook, 'Ingrid', { groups })
  lars = await addPerson(casebook, 'Lars', { groups })
  place = await makePlace(casebook)
})
afterAll(() => casebook.stop())

const asked = 'version changedAt changedBy'
type Said = { version: number; changedAt: string; changedBy: string }

const withoutVisit = () => ({ ...place, visitid: undefined })

/** Reads who last changed a record, by kind. */
const reads: Record<string, (person: Person) => Promise<Said | undefined>> = {
  site: async (person) => run(person, 'getSite', { siteid: place.siteid }, asked),
  device: async (person) => {
    const devices: (Said & { deviceid: string })[] = await run(
      person,
      'listDevices',
      { siteid: place.siteid },
      `deviceid ${asked}`,
    )
    return devices.find(({ deviceid }) => deviceid === place.deviceid)
  },
  study: async (person) => run(person, 'getStudy', place, asked),
  'activity type': async (person) => run(person, 'getActivityType', place, asked),
  'form type': async (person) => run(person, 'getFormType', place, asked),
  subject: async (person) => run(person, 'getSubject', place, asked),
  form: async (person) => run(person, 'getForm', withoutVisit(), asked),
  activity: async (person) => (await run(person, 'listActivities', withoutVisit(), asked))[0],
  file: async (person) =>
    (await run(person, 'listReferenceData', withoutVisit(), `${asked.replace('version', '')} status`))[0],
}

test('a record without an attributed change says so', async () => {
  for (const [what, read] of Object.entries(reads)) {
    const said = await read(ingrid)
    expect(said?.changedAt, what).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(said?.changedBy, what).toBe('tests')
  }
})

const writes: [what: string, name: string, give: () => Record<string, unknown>][] = [
  ['site', 'updateSite', () => ({ siteid: place.siteid, name: 'Bodø' })],
  ['device', 'updateDevice', () => ({ ...place, input: { deviceid: place.deviceid, hw_id: 'SN-9' } })],
  ['study', 'updateStudy', () => ({ ...place, input: { name: 'Steps', status: 'OPEN' } })],
  [
    'activity type',
    'updateActivityType',
    () => ({ ...place, input: { studyid: place.studyid, description: 'Stairs' } }),
  ],
  [
    'form type',
    'updateFormType',
    () => {
      const fields = [{ name: 'date', type: 'Date', required: false }]
      return { ...place, input: { studyid: place.studyid, identifier: 'Intake', fields } }
    },
  ],
  [
    'subject',
    'updateSubject',
    () => {
      const { siteid, studyid, subjectid } = place
      return { input: { siteid, studyid, subjectid, identifier: 'S-9' } }
    },
  ],
  [
    'form',
    'updateForm',
    () => {
      const { subjectid, formtypeid } = place
      return { input: { subjectid, formtypeid, fields: [{ key: 'date', value: '43200' }] } }
    },
  ],
  [
    'activity',
    'updateActivity',
    () => {
      const { subjectid, activitytypeid } = place
      return { input: { subjectid, activitytypeid, startTime: 5, stopTime: 6 } }
    },
  ],
]

test.each(writes)(
  'a %s says who changed it last, in the answer of the write and ever after',
  async (what, name, give) => {
    const before = await reads[what]?.(ingrid)
    const answered: Said = await run(lars, name, give(), asked)
    expect(answered.changedBy).toBe('Lars')
    expect(Date.parse(answered.changedAt)).toBeGreaterThan(Date.parse(before?.changedAt ?? ''))
    expect(await reads[what]?.(ingrid)).toMatchObject(answered)
    const again: Said = await run(ingrid, name, give(), asked)
    expect(again, 'a write that changes nothing').toEqual(answered)
  },
)

test('records that are added, removed and restored name the person', async () => {
  const { subjectid, freeFormtypeid, freeActivitytypeid, referencedataid } = place
  const said = { changedBy: 'Lars' }
  const input = { subjectid, formtypeid: freeFormtypeid, fields: [] }
  expect(await run(lars, 'addForm', { input }, asked)).toMatchObject({ ...said, version: 1 })
  expect(await run(ingrid, 'removeForm', { subjectid, formtypeid: freeFormtypeid }, asked)).toMatchObject({
    changedBy: 'Ingrid',
  })
  expect(await run(lars, 'putBackForm', { subjectid, formtypeid: freeFormtypeid }, asked)).toMatchObject(said)
  const activity = { subjectid, activitytypeid: freeActivitytypeid, startTime: 1, stopTime: 2 }
  expect(await run(lars, 'addActivity', { input: activity }, asked)).toMatchObject(said)
  const ids = { subjectid, referencedataid }
  expect(await run(lars, 'removeReferenceData', ids, 'changedBy')).toEqual(said)
  const { studyid, siteid } = place
  const added = await run(lars, 'addSubjectV2', { input: { siteid, studyid, identifier: 'S-10' } }, asked)
  expect(added).toMatchObject({ ...said, version: 1 })
})
