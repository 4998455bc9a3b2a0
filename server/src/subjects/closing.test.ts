import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Casebook, startCasebook } from '../../test/beds/casebook.ts'
import { attempt, refusal, run } from '../../test/beds/operations.ts'
import { type AddedPerson, addPerson } from '../../test/beds/people.ts'
import { makePlace, type Place } from '../../test/beds/place.ts'

let casebook: Casebook
let nurse: AddedPerson
let place: Place & { sibling: Place }
beforeAll(async () => {
  casebook = await startCasebook({ CALLS_PER_MINUTE: '0' })
  nurse = await addPerson(casebook, 'Kari', { groups: ['hp', 'study:admin', 'subject:admin'] })
})
beforeEach(async () => {
  place = await makePlace(casebook)
})
afterAll(() => casebook.stop())

const removeFile = () =>
  run(nurse, 'removeReferenceData', { subjectid: place.subjectid, referencedataid: place.referencedataid })
const input = (more: Record<string, unknown>) => {
  const { siteid, studyid, subjectid } = place
  return { input: { siteid, studyid, subjectid, ...more } }
}
const close = (more: Record<string, unknown> = {}) => run(nurse, 'updateSubject', input({ status: 'CLOSED', ...more }))
const closeRefused = (more: Record<string, unknown> = {}) =>
  refusal(nurse, 'updateSubject', input({ status: 'CLOSED', ...more }))
const reopen = () => run(nurse, 'updateSubject', input({ status: 'OPEN' }))
const read = (selection?: string) =>
  run(nurse, 'getSubject', { studyid: place.studyid, subjectid: place.subjectid }, selection)

async function history() {
  const { studyid, subjectid } = place
  const entries: { kind: string; before: string | null; after: string | null }[] = await run(nurse, 'listHistory', {
    studyid,
    subjectid,
  })
  return entries.map((entry) => ({ ...entry, after: entry.after ? JSON.parse(entry.after) : undefined }))
}

describe('a subject is not closed', () => {
  test('without an activity, with the specified sentence', async () => {
    const { subjectid, activitytypeid } = place
    await run(nurse, 'removeActivity', { subjectid, activitytypeid })
    expect(await closeRefused()).toMatchObject({
      code: 'NO_ACTIVITY',
      message: 'At least one activity must be saved before submitting and closing a subject',
    })
  })

  test('with forms that do not satisfy their types unless a reason is given, which is recorded', async () => {
    await removeFile()
    const { studyid, subjectid, formtypeid } = place
    const date = { name: 'date', type: 'Date', required: false }
    const side = { name: 'side', type: 'Choice', required: false, pattern: 'left|right' }
    const define = (fields: unknown[]) =>
      run(nurse, 'updateFormType', { formtypeid, input: { studyid, identifier: 'Intake', fields } })
    await define([date, side])
    await run(nurse, 'updateForm', { input: { subjectid, formtypeid, fields: [{ key: 'side', value: 'left' }] } })
    const weight = { name: 'Weight', type: 'Number', required: true }
    const fields = [{ ...side, pattern: 'right|both' }, weight]
    await run(nurse, 'updateFormType', { formtypeid, input: { studyid, identifier: 'Intake', fields } })
    for (const reason of [undefined, null, '', ' \n'])
      expect(await closeRefused({ reason })).toMatchObject({
        code: 'BAD_INPUT',
        reason: 'subject.forms-incomplete',
        field: 'reason',
        params: { fields: 'Intake: side, Intake: Weight' },
        shortcomings: [
          { formtypeid, identifier: 'Intake', field: 'side', reason: 'value.choice' },
          { formtypeid, identifier: 'Intake', field: 'Weight', reason: 'text.required' },
        ],
      })
    expect(await read()).toMatchObject({ status: 'OPEN', version: 1 })
    expect(await close({ reason: ' Left the study ' })).toMatchObject({ status: 'CLOSED' })
    const [closing] = await run(nurse, 'listHistory', { studyid, subjectid })
    expect(closing).toMatchObject({ kind: 'subject', reason: 'Left the study' })
    await reopen()
    await run(nurse, 'updateForm', {
      input: {
        subjectid,
        formtypeid,
        fields: [
          { key: 'side', value: 'both' },
          { key: 'Weight', value: '70' },
        ],
      },
    })
    expect(await close()).toMatchObject({ status: 'CLOSED' })
  })

  test('while a file is being uploaded, which is named', async () => {
    expect(await closeRefused()).toMatchObject({ code: 'UPLOAD_PENDING', params: { filename: 'arm.csv' } })
    await removeFile()
    expect(await close()).toMatchObject({ status: 'CLOSED' })
  })

  test('because of files of a removed activity', async () => {
    const { subjectid, activitytypeid, freeActivitytypeid } = place
    await run(nurse, 'addActivity', {
      input: { subjectid, activitytypeid: freeActivitytypeid, startTime: 1, stopTime: 2 },
    })
    await run(nurse, 'removeActivity', { subjectid, activitytypeid })
    expect(await close()).toMatchObject({ status: 'CLOSED' })
    await reopen()
    await run(nurse, 'addActivity', { input: { subjectid, activitytypeid, startTime: 1, stopTime: 2 } })
    expect(await close()).toMatchObject({ status: 'CLOSED' })
    expect(JSON.parse((await read('snapshot')).snapshot).activities[1].referenceData).toEqual([])
  })
})

describe('the snapshot', () => {
  test('contains everything recorded, in the order of the screens', async () => {
    await removeFile()
    const { siteid, studyid, subjectid, deviceid, visitid, sibling } = place
    // Without a schedule, a snapshot says nothing of visits.
    await run(nurse, 'updateSubjectVisit', { input: { subjectid, visitid, state: 'PLANNED' } })
    await run(nurse, 'updateVisits', { studyid, visits: [] })
    const add = async (description: string, startTime: number) => {
      const type = await run(nurse, 'addActivityType', { studyid, description })
      const activity = { subjectid, activitytypeid: type.activitytypeid, startTime, stopTime: startTime + 60 }
      await run(nurse, 'addActivity', { input: { ...activity, comment: description === 'b' ? '  even pace ' : '' } })
      return type.activitytypeid
    }
    await run(nurse, 'removeActivity', { subjectid, activitytypeid: place.activitytypeid })
    await run(nurse, 'removeForm', { subjectid, formtypeid: place.formtypeid })
    const second = await add('b', 100)
    const first = await add('A', 200)
    const fields = [
      { name: 'Weight', type: 'Number', required: false },
      { name: 'Note', type: 'String', required: false },
    ]
    for (const identifier of ['zz', 'Aa']) {
      const { formtypeid } = await run(nurse, 'addFormType', { studyid, identifier, fields })
      const values = [
        { key: 'Note', value: ' æ "quoted" \u2028' },
        { key: 'Weight', value: identifier === 'zz' ? '' : '1e3' },
      ]
      await run(nurse, 'addForm', { input: { subjectid, formtypeid, fields: values } })
    }
    const devices = [
      { deviceid: sibling.deviceid, position: 'CHEST' },
      { deviceid, position: 'ARM' },
    ]
    const { snapshot } = await close({ devices, identifier: 'S-001' })
    expect(snapshot).toBe(
      JSON.stringify({
        siteid,
        studyid,
        subjectid,
        identifier: 'S-001',
        devices,
        forms: [
          {
            identifier: 'Aa',
            fields: [
              { key: 'Weight', value: '1e3' },
              { key: 'Note', value: ' æ "quoted" \u2028' },
            ],
          },
          { identifier: 'zz', fields: [{ key: 'Note', value: ' æ "quoted" \u2028' }] },
        ],
        activities: [
          { activitytypeid: first, description: 'A', comment: null, startTime: 200, stopTime: 260, referenceData: [] },
          {
            activitytypeid: second,
            description: 'b',
            comment: 'even pace',
            startTime: 100,
            stopTime: 160,
            referenceData: [],
          },
        ],
        earliestStartTime: 100,
        latestStopTime: 260,
        timezoneOffset: -3600,
      }),
    )
  })

  test('has the same bytes for the same data each time, and is kept when the subject is reopened', async () => {
    await removeFile()
    const { snapshot } = await close()
    expect(await reopen()).toMatchObject({ status: 'OPEN', snapshot })
    expect(await close()).toMatchObject({ snapshot })
    expect(JSON.parse(snapshot)).toMatchObject({ timezoneOffset: -7200 })
  })

  test('has the UTC offset of the text that the browser sent', async () => {
    await removeFile()
    const { snapshot } = await close()
    await reopen()
    const fromBrowser = JSON.stringify({ ...JSON.parse(snapshot), timezoneOffset: 18_000 })
    expect((await close({ snapshot: fromBrowser })).snapshot).toBe(fromBrowser)
  })

  test('is built by the server: the browser’s order of keys and lists and its whitespace do not matter', async () => {
    await removeFile()
    const { deviceid, sibling } = place
    const { snapshot } = await close({
      devices: [
        { deviceid, position: 'ARM' },
        { deviceid: sibling.deviceid, position: 'CHEST' },
      ],
    })
    await reopen()
    const { siteid, devices, ...rest } = JSON.parse(snapshot)
    const other = JSON.stringify({ ...rest, devices: devices.toReversed(), siteid }, null, 4)
    expect((await close({ snapshot: other })).snapshot).toBe(snapshot)
  })

  const lies: [string, (snapshot: Record<string, unknown>) => unknown][] = [
    ['another identifier', (snapshot) => ({ ...snapshot, identifier: 'Other' })],
    [
      'another comment',
      (snapshot) => ({ ...snapshot, activities: [{ ...firstOf(snapshot.activities), comment: 'x' }] }),
    ],
    ['a time as text', (snapshot) => ({ ...snapshot, earliestStartTime: String(snapshot.earliestStartTime) })],
    ['no activity', (snapshot) => ({ ...snapshot, activities: [] })],
    [
      'an activity twice',
      (snapshot) => ({ ...snapshot, activities: [firstOf(snapshot.activities), firstOf(snapshot.activities)] }),
    ],
    ['a form less', (snapshot) => ({ ...snapshot, forms: [] })],
    ['a device less', (snapshot) => ({ ...snapshot, devices: [] })],
    ['a key more', (snapshot) => ({ ...snapshot, remark: 'x' })],
    [
      'something deep more',
      (snapshot) => ({ ...snapshot, forms: [{ ...firstOf(snapshot.forms), x: [[[[[[[[[[[['x']]]]]]]]]]]] }] }),
    ],
    ['another status', (snapshot) => ({ ...snapshot, status: 'CLOSED' })],
  ]
  test.each(lies)('is refused for %s: CONFLICT', async (_, lie) => {
    await removeFile()
    const { snapshot } = await close()
    await reopen()
    const refused = await closeRefused({ snapshot: JSON.stringify(lie(JSON.parse(snapshot))) })
    expect(refused).toMatchObject({ code: 'CONFLICT', reason: 'snapshot.differs' })
    expect(await read()).toMatchObject({ status: 'OPEN', version: 3 })
  })

  test.each([
    '{',
    'null',
    '[]',
    '"x"',
    '1',
    '{}',
    '{"timezoneOffset":"0"}',
    '{"timezoneOffset":0.5}',
    '{"timezoneOffset":86401}',
    '{"timezoneOffset":null}',
    '{"timezoneOffset":1e999}',
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  ])('is not made on the text %.40s', async (snapshot) => {
    await removeFile()
    expect(await closeRefused({ snapshot })).toMatchObject({ code: 'BAD_INPUT', field: 'snapshot' })
  })

  test('is refused with CONFLICT if somebody changed the subject meanwhile', async () => {
    await removeFile()
    const { snapshot } = await close()
    await reopen()
    const { subjectid, formtypeid } = place
    await run(nurse, 'updateForm', { input: { subjectid, formtypeid, fields: [{ key: 'date', value: '1792497600' }] } })
    expect(await closeRefused({ snapshot })).toMatchObject({ code: 'CONFLICT' })
  })

  test('is in the history with its SHA-256, each time', async () => {
    await removeFile()
    await close()
    await reopen()
    const { subjectid, activitytypeid } = place
    await run(nurse, 'updateActivity', { input: { subjectid, activitytypeid, startTime: 1, stopTime: 2 } })
    await close()
    const closings = (await history()).filter(({ kind, after }) => kind === 'subject' && after?.status === 'CLOSED')
    expect(closings).toHaveLength(2)
    expect(closings[0]?.after.snapshot).not.toBe(closings[1]?.after.snapshot)
    for (const { after } of closings) {
      expect(after.snapshot_sha256).toBe(createHash('sha256').update(after.snapshot).digest('hex'))
    }
  })

  test('equals the data, even with concurrent writes', async () => {
    await removeFile()
    const { siteid, studyid, subjectid, activitytypeid, formtypeid } = place
    for (let round = 1; round <= 8; round++) {
      const writing = [
        attempt(nurse, 'updateActivity', {
          input: { subjectid, activitytypeid, startTime: round, stopTime: round + 1 },
        }),
        attempt(nurse, 'updateForm', {
          input: { subjectid, formtypeid, fields: [{ key: 'date', value: String(43_200 + 86_400 * round) }] },
        }),
        attempt(nurse, 'updateSubject', {
          input: { siteid, studyid, subjectid, identifier: `S-${round}`, status: 'OPEN' },
        }),
      ]
      const closing = attempt(nurse, 'updateSubject', input({ status: 'CLOSED' }))
      const answers = await Promise.all([...writing, closing])
      for (const { errors } of answers) if (errors) expect(errors[0]?.extensions.code).toBe('SUBJECT_NOT_OPEN')
      const whole = 'status snapshot identifier activities { startTime } forms { fields { key value } }'
      const { status, snapshot, identifier, activities, forms } = await read(whole)
      expect(status).toBe('CLOSED')
      const said = JSON.parse(snapshot)
      expect(said.identifier).toBe(identifier)
      expect(said.activities[0].startTime).toBe(activities[0].startTime)
      expect(said.forms[0].fields).toEqual(forms[0].fields)
      await reopen()
    }
  })
})

function firstOf(list: unknown): Record<string, unknown> {
  return Array.isArray(list) ? Object(list[0]) : {}
}
