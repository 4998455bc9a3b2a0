import { createHash } from 'node:crypto'
import { maxClockCorrection, maxDescriptionLength } from '@casebook/domain/reference-data/file-description.rules.ts'
import { describeUnreadable, type FileDescription } from '@casebook/domain/reference-data/file-description.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { complete, openFilesBed, setStatus, upload } from '../../test/beds/files-bed.ts'

const describeOver = `mutation ($subjectid: ID!, $referencedataid: ID!, $description: String!, $previousLayout: String) {
  describeReferenceData(subjectid: $subjectid, referencedataid: $referencedataid, description: $description, previousLayout: $previousLayout) { description } }`
const describeFile = `mutation ($subjectid: ID!, $referencedataid: ID!, $description: String!) {
  describeReferenceData(subjectid: $subjectid, referencedataid: $referencedataid, description: $description) { description } }`
const setZone = `mutation ($subjectid: ID!, $referencedataid: ID!, $zone: String) {
  setReferenceDataZone(subjectid: $subjectid, referencedataid: $referencedataid, zone: $zone) { zone } }`
const setZoneOver = `mutation ($subjectid: ID!, $referencedataid: ID!, $zone: String, $previousZone: String) {
  setReferenceDataZone(subjectid: $subjectid, referencedataid: $referencedataid, zone: $zone,
    previousZone: $previousZone) { zone } }`
const correct = `mutation ($subjectid: ID!, $referencedataid: ID!, $seconds: Float!, $previousSeconds: Float!, $reason: String) {
  correctReferenceDataClock(subjectid: $subjectid, referencedataid: $referencedataid, seconds: $seconds,
    previousSeconds: $previousSeconds, reason: $reason) { clockCorrection clockCorrectedBy clockCorrectedAt } }`
const layoutOf = `query ($studyid: ID!, $fingerprint: String!) {
  getRecordingLayout(studyid: $studyid, fingerprint: $fingerprint) }`
const read = `query ($subjectid: ID!) { listReferenceData(subjectid: $subjectid) {
  sha256 description zone clockCorrection clockCorrectedBy clockCorrectedAt } }`

const description: FileDescription = {
  ...describeUnreadable({ code: 'empty', offset: null, line: null, detail: null }),
  unreadable: null,
  format: 'CSV',
  start: 1_792_476_000.25,
  clock: 'local',
  duration: 600,
  channels: [{ name: 'x <b>', unit: 'g', kind: 'acceleration', rate: 102.4, sensor: null, samples: 61_440 }],
  channelCount: 1,
  samples: 61_440,
  recognised: [{ code: 'time-column', params: { column: 1, form: 'ms' } }],
  fingerprint: 'csv-0123',
}

let bed: Awaited<ReturnType<typeof openFilesBed>>
beforeAll(async () => {
  bed = await openFilesBed()
})
afterAll(() => bed.stop())

async function uploaded() {
  const { subjectid } = await bed.addSubject()
  const { referencedataid, ...form } = await bed.addFile(subjectid)
  await upload(form, '1,2\n')
  await bed.nurse.ask(complete, { subjectid, referencedataid })
  return { subjectid, referencedataid }
}
const fileOf = async (subjectid: string) => (await bed.nurse.ask(read, { subjectid })).listReferenceData[0]
const close = (subjectid: string) =>
  bed.nurse.ask(setStatus, { input: { ...bed.study, activitytypeid: undefined, subjectid, status: 'CLOSED' } })

describe('describeReferenceData', () => {
  test('stores a reader’s findings, and nothing is known before', async () => {
    const ids = await uploaded()
    expect(await fileOf(ids.subjectid)).toEqual({
      sha256: null,
      description: null,
      zone: null,
      clockCorrection: 0,
      clockCorrectedBy: null,
      clockCorrectedAt: null,
    })
    await bed.nurse.ask(describeFile, { ...ids, description: JSON.stringify(description) })
    expect(JSON.parse((await fileOf(ids.subjectid)).description)).toEqual(description)
  })

  test.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['a key too few', JSON.stringify({ ...description, samples: undefined })],
    ['a key too many', JSON.stringify({ ...description, more: 1 })],
    ['a key of every object', '{"__proto__":{}}'],
    ['a text of two lines', JSON.stringify({ ...description, device: 'a\nb' })],
    ['a text that turns around', JSON.stringify({ ...description, device: 'a\u202eb' })],
    ['half a character', JSON.stringify({ ...description, device: '\ud800' })],
    ['U+0000', JSON.stringify({ ...description, device: 'a\0b' })],
    ['a text too long', JSON.stringify({ ...description, device: 'x'.repeat(1000) })],
    ['samples that are no number', JSON.stringify({ ...description, samples: 'many' })],
    ['an endless duration', JSON.stringify(description).replace('"duration":600', '"duration":1e999')],
    ['channels without end', JSON.stringify({ ...description, channels: Array(257).fill(description.channels[0]) })],
    ['a layout of its own', JSON.stringify({ ...description, layout: { delimiter: 'x' } })],
    ['too much', `${JSON.stringify(description)}${' '.repeat(maxDescriptionLength)}`],
  ])('refuses %s', async (_, wrong) => {
    const ids = await uploaded()
    expect(await bed.nurse.refused(describeFile, { ...ids, description: wrong })).toMatchObject({
      code: 'BAD_INPUT',
      field: 'description',
    })
    expect((await fileOf(ids.subjectid)).description).toBeNull()
  })
})

test('settings by which a file is read are not replaced by somebody who read other ones', async () => {
  const ids = await uploaded()
  const set = (layout: Record<string, unknown> | null, previousLayout: Record<string, unknown> | string | null) => ({
    ...ids,
    description: JSON.stringify({ ...description, layout }),
    previousLayout: typeof previousLayout === 'string' ? previousLayout : JSON.stringify(previousLayout),
  })
  const stored = async () => JSON.parse((await fileOf(ids.subjectid)).description).layout
  const conflict = { code: 'CONFLICT', reason: 'recording.layout.stale' }
  // Both read the file without settings, and set others within the same second.
  const both = await Promise.all([
    bed.nurse.call(describeOver, set({ rate: 40 }, null)),
    bed.admin.call(describeOver, set({ rate: 50, delimiter: ';' }, null)),
  ])
  expect(both.filter(({ errors }) => errors === undefined)).toHaveLength(1)
  expect(both.flatMap(({ errors = [] }) => errors.map(({ extensions }) => extensions))).toMatchObject([conflict])
  const winner = await stored()
  for (const previous of [null, { rate: 41 }, '{', '[]', '"x"', 'null'])
    expect(await bed.admin.refused(describeOver, set({ rate: 60 }, previous))).toMatchObject(conflict)
  expect(await bed.admin.refused(describeOver, { ...set({ rate: 60 }, null), previousLayout: null })).toMatchObject(
    conflict,
  )
  expect(await stored()).toEqual(winner)
  // Sent again because no answer came, or set alike by both, whatever the order of its keys.
  await bed.admin.ask(describeOver, set(Object.fromEntries(Object.entries(winner).reverse()), null))
  await bed.admin.ask(describeOver, set({ rate: 60 }, winner))
  // A description that only tells the file anew keeps what a colleague has set meanwhile.
  expect(await bed.nurse.refused(describeOver, set(null, null))).toMatchObject(conflict)
  // Without it, as scripts did before.
  await bed.nurse.ask(describeFile, { ...ids, description: JSON.stringify({ ...description, layout: { rate: 70 } }) })
  expect(await stored()).toEqual({ rate: 70 })
})

test('numbers of a description are stored as they are read, however many digits they have', async () => {
  const { subjectid, referencedataid } = await uploaded()
  const many = `1792476000.25${'0'.repeat(60_000)}1`
  const hostile = JSON.stringify(description)
    .replace('1792476000.25', many)
    .replace('"duration":600', '"duration":6e-400')
  await bed.nurse.ask(describeFile, { subjectid, referencedataid, description: hostile })
  expect(JSON.parse((await fileOf(subjectid)).description)).toEqual({ ...description, duration: 0 })
})

test('the layout set for one file is offered for the next of its kind in the study', async () => {
  const ask = async (fingerprint: string) =>
    (await bed.nurse.ask(layoutOf, { studyid: bed.study.studyid, fingerprint })).getRecordingLayout
  const first = await uploaded()
  const layout = { timeColumn: 0, timeUnit: 'ms', rate: 50 } as const
  const of = (more: Partial<FileDescription>) => JSON.stringify({ ...description, fingerprint: 'csv-77', ...more })
  await bed.nurse.ask(describeFile, { ...first, description: of({ layout }) })
  expect(JSON.parse(await ask('csv-77'))).toEqual(layout)
  expect(await ask('csv-78')).toBeNull()
  await bed.nurse.ask(describeFile, { ...(await uploaded()), description: of({ layout: null }) })
  expect(await ask('csv-77')).toBeNull()
})

describe('the recorder’s clock', () => {
  test('has a zone that can be set and removed', async () => {
    const ids = await uploaded()
    await bed.nurse.ask(setZone, { ...ids, zone: 'Europe/Oslo' })
    expect((await fileOf(ids.subjectid)).zone).toBe('Europe/Oslo')
    await bed.nurse.ask(setZone, { ...ids, zone: null })
    expect((await fileOf(ids.subjectid)).zone).toBeNull()
    for (const zone of ['', 'Europe/Nowhere', '+02:00', 'x'.repeat(100)])
      expect(await bed.nurse.refused(setZone, { ...ids, zone })).toMatchObject({ code: 'BAD_INPUT', field: 'zone' })
  })

  test('has a zone that somebody who read another one does not replace', async () => {
    const ids = await uploaded()
    await bed.nurse.ask(setZoneOver, { ...ids, zone: 'Europe/Oslo', previousZone: null })
    const conflict = { code: 'CONFLICT', field: 'zone' }
    expect(await bed.admin.refused(setZoneOver, { ...ids, zone: 'UTC', previousZone: null })).toMatchObject(conflict)
    expect(await bed.admin.refused(setZoneOver, { ...ids, zone: null, previousZone: 'UTC' })).toMatchObject(conflict)
    expect((await fileOf(ids.subjectid)).zone).toBe('Europe/Oslo')
    // Sent again, because no answer came, or set alike by both.
    await bed.nurse.ask(setZoneOver, { ...ids, zone: 'Europe/Oslo', previousZone: null })
    await bed.admin.ask(setZoneOver, { ...ids, zone: 'UTC', previousZone: 'Europe/Oslo' })
    expect((await fileOf(ids.subjectid)).zone).toBe('UTC')
  })

  test('is corrected, with the person, time and amount recorded', async () => {
    const ids = await uploaded()
    const first = await bed.nurse.ask(correct, { ...ids, seconds: 3600, previousSeconds: 0, reason: 'summer time' })
    const { correctReferenceDataClock } = await bed.admin.ask(correct, { ...ids, seconds: -2.5, previousSeconds: 3600 })
    expect(correctReferenceDataClock.clockCorrection).toBe(-2.5)
    const file = await fileOf(ids.subjectid)
    expect(file).toMatchObject({ clockCorrection: -2.5, clockCorrectedBy: expect.any(String) })
    // Each answer names whoever made that correction.
    expect(correctReferenceDataClock).toEqual({
      clockCorrection: -2.5,
      clockCorrectedBy: file.clockCorrectedBy,
      clockCorrectedAt: file.clockCorrectedAt,
    })
    expect(first.correctReferenceDataClock.clockCorrectedBy).toBe('Kari Nordmann')
    expect(Date.parse(file.clockCorrectedAt)).toBeGreaterThan(0)
    const { listHistory } = await bed.nurse.ask(
      'query ($studyid: ID!, $subjectid: ID!) { listHistory(studyid: $studyid, subjectid: $subjectid) { reason before after } }',
      { studyid: bed.study.studyid, subjectid: ids.subjectid },
    )
    expect(JSON.parse(listHistory[1].after).clock_correction).toBe(3600)
    expect(listHistory[1].reason).toBe('summer time')
    expect(JSON.parse(listHistory[0].after).clock_correction).toBe(-2.5)
  })

  test('can’t be corrected over somebody else’s correction, or by an invalid value', async () => {
    const ids = await uploaded()
    await bed.nurse.ask(correct, { ...ids, seconds: 10, previousSeconds: 0 })
    expect(await bed.nurse.refused(correct, { ...ids, seconds: 20, previousSeconds: 0 })).toMatchObject({
      code: 'CONFLICT',
    })
    const wrong = { ...ids, seconds: maxClockCorrection * 2, previousSeconds: 10 }
    expect(await bed.nurse.refused(correct, wrong)).toMatchObject({ code: 'BAD_INPUT', field: 'seconds' })
    expect((await fileOf(ids.subjectid)).clockCorrection).toBe(10)
  })
})

test('a description, a zone and a correction saved at the same time are all kept', async () => {
  const ids = await uploaded()
  const holder = new pg.Client({ connectionString: bed.casebook.database.superuser.url })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from reference_data where referencedataid = $1 for update', [ids.referencedataid])
  const saved = Promise.all([
    bed.nurse.ask(describeFile, { ...ids, description: JSON.stringify(description) }),
    bed.nurse.ask(setZone, { ...ids, zone: 'Europe/Oslo' }),
    bed.admin.ask(correct, { ...ids, seconds: 5, previousSeconds: 0 }),
  ])
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  try {
    await expect.poll(async () => (await holder.query(waiting)).rowCount, { timeout: 8_000 }).toBe(3)
  } finally {
    await holder.query('commit')
    await holder.end()
    await Promise.allSettled([saved])
  }
  await saved
  const file = await fileOf(ids.subjectid)
  expect(JSON.parse(file.description)).toEqual(description)
  expect(file).toMatchObject({ zone: 'Europe/Oslo', clockCorrection: 5 })
})

test('a closed subject’s files keep their description, zone and clock', async () => {
  const ids = await uploaded()
  await close(ids.subjectid)
  const calls = [
    [describeFile, { description: JSON.stringify(description) }],
    [setZone, { zone: 'Europe/Oslo' }],
    [correct, { seconds: 1, previousSeconds: 0 }],
  ] as const
  for (const [call, more] of calls)
    expect(await bed.nurse.refused(call, { ...ids, ...more })).toMatchObject({ code: 'SUBJECT_NOT_OPEN' })
})

test('a file of another subject does not exist', async () => {
  const { referencedataid } = await uploaded()
  const { subjectid } = await bed.addSubject()
  const ids = { subjectid, referencedataid }
  const missing = { code: 'NOT_FOUND', field: 'referencedataid' }
  expect(await bed.nurse.refused(describeFile, { ...ids, description: JSON.stringify(description) })).toMatchObject(
    missing,
  )
  expect(await bed.nurse.refused(setZone, { ...ids, zone: null })).toMatchObject(missing)
  expect(await bed.nurse.refused(correct, { ...ids, seconds: 1, previousSeconds: 0 })).toMatchObject(missing)
})

describe('when a file was recorded', () => {
  const between = async (subjectid: string) => {
    const client = new pg.Client({ connectionString: bed.casebook.database.superuser.url })
    await client.connect()
    const { rows } = await client.query(
      'select recorded_from, recorded_to, recorded_gaps from reference_data where subjectid = $1',
      [subjectid],
    )
    await client.end()
    return rows[0]
  }

  test('follows from its description, zone and clock correction, in any order', async () => {
    const ids = await uploaded()
    const gaps = { count: 1, seconds: 60, longest: [{ at: 100, seconds: 60 }] }
    await bed.nurse.ask(describeFile, { ...ids, description: JSON.stringify({ ...description, gaps }) })
    expect(await between(ids.subjectid)).toEqual({ recorded_from: null, recorded_to: null, recorded_gaps: [] })
    await bed.nurse.ask(setZone, { ...ids, zone: 'Europe/Oslo' })
    const from = 1_792_476_000.25 - 7200
    expect(await between(ids.subjectid)).toEqual({
      recorded_from: from,
      recorded_to: from + 600,
      recorded_gaps: [from + 100, from + 160],
    })
    await bed.nurse.ask(correct, { ...ids, seconds: 30, previousSeconds: 0 })
    expect(await between(ids.subjectid)).toMatchObject({ recorded_from: from + 30, recorded_to: from + 630 })
    await bed.nurse.ask(setZone, { ...ids, zone: null })
    expect(await between(ids.subjectid)).toMatchObject({ recorded_from: null, recorded_gaps: [] })
  })

  test('follows from the UTC offset in the file, until somebody sets a zone', async () => {
    const ids = await uploaded()
    const recognised = [{ code: 'utc-offset', params: { minutes: 330 } }]
    await bed.nurse.ask(describeFile, { ...ids, description: JSON.stringify({ ...description, recognised }) })
    const local = 1_792_476_000.25
    expect(await between(ids.subjectid)).toMatchObject({ recorded_from: local - 19_800 })
    await bed.nurse.ask(setZone, { ...ids, zone: 'Europe/Oslo' })
    expect(await between(ids.subjectid)).toMatchObject({ recorded_from: local - 7200 })
  })
})

const sameFiles = `query ($studyid: ID!, $sha256: String!) {
  listSameFiles(studyid: $studyid, sha256: $sha256) { referencedataid subjectid identifier filename activity } }`

describe('listSameFiles', () => {
  const sha256 = createHash('sha256').update('1,2\n').digest('hex')

  test('finds the study’s files uploaded with this SHA-256, until they are removed', async () => {
    const { studyid } = bed.study
    const { subjectid } = await bed.addSubject()
    const { referencedataid, ...form } = await bed.addFile(subjectid, { sha256 })
    expect((await bed.nurse.ask(sameFiles, { studyid, sha256 })).listSameFiles).toEqual([])
    await upload(form, '1,2\n')
    await bed.nurse.ask(complete, { subjectid, referencedataid })
    const { listSameFiles } = await bed.nurse.ask(sameFiles, { studyid, sha256 })
    expect(listSameFiles).toEqual([
      {
        referencedataid,
        subjectid,
        identifier: expect.any(String),
        filename: expect.any(String),
        activity: expect.any(String),
      },
    ])
    expect((await bed.nurse.ask(sameFiles, { studyid, sha256: '0'.repeat(64) })).listSameFiles).toEqual([])
    for (const wrong of ['', 'x', '0'.repeat(63), 'A'.repeat(64)]) {
      const why = await bed.nurse.refused(sameFiles, { studyid, sha256: wrong })
      expect(why, wrong).toMatchObject({ code: 'BAD_INPUT', field: 'sha256' })
    }
    await bed.nurse.ask(
      'mutation ($subjectid: ID!, $referencedataid: ID!) { removeReferenceData(subjectid: $subjectid, referencedataid: $referencedataid) { status } }',
      { subjectid, referencedataid },
    )
    expect((await bed.nurse.ask(sameFiles, { studyid, sha256 })).listSameFiles).toEqual([])
  })

  test('refuses an invalid SHA-256', async () => {
    const wrong = { studyid: bed.study.studyid, sha256: 'abc' }
    expect(await bed.nurse.refused(sameFiles, wrong)).toMatchObject({ code: 'BAD_INPUT', field: 'sha256' })
  })
})

const elsewhere = `query ($subjectid: ID!) { listDeviceElsewhere(subjectid: $subjectid) {
  ownid serialnumber referencedataid subjectid visitid occurrence } }`

test('a recorder that recorded another subject at the same time is found by its serial number', async () => {
  const recorded = async (more: Partial<FileDescription>) => {
    const ids = await uploaded()
    const described = { ...description, clock: 'utc', serialnumber: 'TAS1-77', ...more }
    await bed.nurse.ask(describeFile, { ...ids, description: JSON.stringify(described) })
    return ids
  }
  const mine = await recorded({})
  const other = await recorded({ start: 1_792_476_500 })
  await recorded({ start: 1_792_476_600.25 })
  await recorded({ serialnumber: 'TAS1-78' })
  await recorded({ serialnumber: null })
  const { listDeviceElsewhere } = await bed.nurse.ask(elsewhere, { subjectid: mine.subjectid })
  expect(listDeviceElsewhere).toEqual([
    { ownid: mine.referencedataid, serialnumber: 'TAS1-77', ...other, visitid: null, occurrence: 1 },
  ])
  const { listDeviceElsewhere: none } = await bed.nurse.ask(elsewhere, { subjectid: (await uploaded()).subjectid })
  expect(none).toEqual([])
})
