import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildSnapshot, type SnapshotData } from './snapshot.ts'
import { readTimezoneOffset, whySnapshotDiffers } from './snapshot-comparison.ts'

const file = (referencedataid: string, filename: string, status: 'UPLOADED' | 'FAILED' = 'UPLOADED') => ({
  referencedataid,
  filename,
  persistedObjectName: `oslo/${referencedataid}`,
  status,
})

const subject: SnapshotData = {
  siteid: 'oslo',
  studyid: 'study1',
  subjectid: 'subject1',
  identifier: 'S-001',
  devices: [
    { deviceid: 'B2', position: 'CHEST' },
    { deviceid: 'A1', position: 'ARM' },
  ],
  forms: [
    {
      formtype: { formtypeid: 'f2', identifier: 'Follow-up', fields: [] },
      fields: [{ key: 'gone', value: 'kept' }],
    },
    {
      formtype: {
        formtypeid: 'f1',
        identifier: 'baseline',
        fields: [
          { name: 'date', type: 'Date', required: true },
          { name: 'note', type: 'String', required: false },
        ],
      },
      fields: [
        { key: 'note', value: 'rested' },
        { key: 'date', value: '43200' },
      ],
    },
  ],
  activities: [
    {
      activitytype: { activitytypeid: 't2', description: 'Treadmill' },
      comment: null,
      startTime: 300,
      stopTime: 400,
      referenceData: [file('r2', 'chest.csv'), file('r1', 'arm.csv'), file('r3', 'lost.csv', 'FAILED')],
    },
    {
      activitytype: { activitytypeid: 't1', description: 'stairs' },
      comment: 'even pace',
      startTime: 350,
      stopTime: 360,
      referenceData: [],
    },
  ],
  visits: [],
}

describe('a snapshot', () => {
  test('has visits only where the study has a schedule', () => {
    expect(Object.keys(JSON.parse(buildSnapshot(subject, -3600)))).not.toContain('visits')
    const visit = { visitid: 'v1', name: 'Week 4', occurrence: 1, state: 'DONE', plannedDate: '2026-10-20' } as const
    const read = { ...visit, date: '2026-10-21', earliestDate: '2026-10-19', version: 3 }
    const { visits } = JSON.parse(buildSnapshot({ ...subject, visits: [read] }, -3600))
    expect(visits).toEqual([{ ...visit, date: '2026-10-21', reason: null }])
  })

  test('has the agreed keys in the agreed order, its lists as the screens show them', () => {
    expect(buildSnapshot(subject, -3600)).toBe(
      '{"siteid":"oslo","studyid":"study1","subjectid":"subject1","identifier":"S-001",' +
        '"devices":[{"deviceid":"B2","position":"CHEST"},{"deviceid":"A1","position":"ARM"}],' +
        '"forms":[{"identifier":"baseline","fields":[{"key":"date","value":"43200"},{"key":"note","value":"rested"}]},' +
        '{"identifier":"Follow-up","fields":[{"key":"gone","value":"kept"}]}],' +
        '"activities":[{"activitytypeid":"t1","description":"stairs","comment":"even pace","startTime":350,"stopTime":360,"referenceData":[]},' +
        '{"activitytypeid":"t2","description":"Treadmill","comment":null,"startTime":300,"stopTime":400,"referenceData":[' +
        '{"referencedataid":"r1","activitytypeid":"t2","filename":"arm.csv","persistedObjectName":"oslo/r1"},' +
        '{"referencedataid":"r2","activitytypeid":"t2","filename":"chest.csv","persistedObjectName":"oslo/r2"}]}],' +
        '"earliestStartTime":300,"latestStopTime":400,"timezoneOffset":-3600}',
    )
  })

  test('is the same text for any order of the data, with or without additional data', () => {
    const shuffled = fc.tuple(
      fc.shuffledSubarray([...subject.forms], { minLength: 2 }),
      fc.shuffledSubarray([...subject.activities], { minLength: 2 }),
    )
    fc.assert(
      fc.property(shuffled, ([forms, activities]) => {
        const other = { version: 7, ...subject, forms, activities }
        expect(buildSnapshot(other, -3600)).toBe(buildSnapshot(subject, -3600))
      }),
    )
  })

  test('names the visit and the number where there is a visit, or the type repeats', () => {
    const [walk] = subject.activities
    if (!walk) throw new Error('the subject has an activity')
    const several = { ...walk.activitytype, repeats: true }
    const activities = [
      { ...walk, activitytype: several, occurrence: 2, visitid: null },
      { ...walk, activitytype: several, occurrence: 10, visitid: null },
      { ...walk, activitytype: several, occurrence: 1, visitid: null },
      { ...walk, activitytype: several, occurrence: 1, visitid: 'v1' },
    ]
    const told = (text: string) =>
      JSON.parse(text).activities.map(({ visitid, occurrence }: Record<string, unknown>) => [visitid, occurrence])
    expect(told(buildSnapshot({ ...subject, activities }, 0))).toEqual([
      [null, 1],
      [null, 2],
      [null, 10],
      ['v1', 1],
    ])
    const labelled = { ...walk, activitytype: several, occurrence: 1, visitid: null, label: 'on the stairs' }
    expect(JSON.parse(buildSnapshot({ ...subject, activities: [labelled] }, 0)).activities[0].label).toBe(
      'on the stairs',
    )
    const once = { ...walk, activitytype: { ...several, repeats: false }, occurrence: 1, visitid: null, label: null }
    expect(buildSnapshot({ ...subject, activities: [once] }, 0)).toBe(
      buildSnapshot({ ...subject, activities: [walk] }, 0),
    )
  })

  test('of a subject without activities and identifier has nulls', () => {
    const empty = { ...subject, identifier: undefined, activities: [] }
    expect(JSON.parse(buildSnapshot(empty, 0))).toMatchObject({
      identifier: null,
      earliestStartTime: null,
      latestStopTime: null,
    })
  })
})

describe('the snapshot that a browser sent', () => {
  const serverText = buildSnapshot(subject, -3600)

  test('is equal in another order of keys and lists, and without nulls', () => {
    const { activities, ...rest } = JSON.parse(serverText)
    const browserText = JSON.stringify(
      { activities: activities.toReversed(), ...rest },
      (_, value) => value ?? undefined,
      2,
    )
    expect(browserText).not.toContain('null')
    expect(whySnapshotDiffers(serverText, browserText)).toBeUndefined()
  })

  test.each<[string, (snapshot: Record<string, unknown>) => unknown]>([
    ['another value', (snapshot) => ({ ...snapshot, identifier: 'S-002' })],
    ['a device less', (snapshot) => ({ ...snapshot, devices: subject.devices.slice(1) })],
    ['a device twice', (snapshot) => ({ ...snapshot, devices: [...subject.devices, ...subject.devices] })],
    ['no activities', (snapshot) => ({ ...snapshot, activities: undefined })],
    ['a key of its own', (snapshot) => ({ ...snapshot, remark: 'x' })],
    ['a number as text', (snapshot) => ({ ...snapshot, latestStopTime: '400' })],
    ['another offset', (snapshot) => ({ ...snapshot, timezoneOffset: -7200 })],
    ['a list of it', (snapshot) => [snapshot]],
    ['nothing', () => ({})],
  ])('with %s is refused as changed meanwhile', (_, change) => {
    expect(whySnapshotDiffers(serverText, JSON.stringify(change(JSON.parse(serverText))))).toMatchObject({
      code: 'CONFLICT',
      reason: 'snapshot.differs',
    })
  })

  test.each(['', 'x', '{', 'null', '1', '"{}"'])('that is %j is refused as unreadable', (text) => {
    expect(whySnapshotDiffers(serverText, text)?.reason).toBe('snapshot.unreadable')
    expect(readTimezoneOffset(text)).toMatchObject({ reason: 'snapshot.unreadable' })
  })

  test('that is nested too deep is refused', () => {
    const deep = `{"activities":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(whySnapshotDiffers(serverText, deep)?.reason).toBe('snapshot.differs')
  })

  test('provides its offset', () => {
    expect(readTimezoneOffset(serverText)).toBe(-3600)
    expect(readTimezoneOffset('{"timezoneOffset":0}')).toBe(0)
  })

  test.each(['{}', '{"timezoneOffset":"-3600"}', '{"timezoneOffset":1.5}', '{"timezoneOffset":1e9}', '[]'])(
    '%s gives no offset',
    (text) => {
      expect(readTimezoneOffset(text)).toMatchObject({ code: 'BAD_INPUT', field: 'snapshot' })
    },
  )
})

test('the place of a device is told only where the position does not say it', () => {
  const devices = [
    { deviceid: 'A1', position: 'ARM', place: 'arm' },
    { deviceid: 'B2', position: 'OTHER', place: 'left ankle' },
  ] as const
  const ids = { siteid: 'oslo', studyid: 'steps', subjectid: 's1' }
  expect(JSON.parse(buildSnapshot({ ...ids, devices, forms: [], activities: [], visits: [] }, 0)).devices).toEqual([
    { deviceid: 'A1', position: 'ARM' },
    { deviceid: 'B2', position: 'OTHER', place: 'left ankle' },
  ])
})
