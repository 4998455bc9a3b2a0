import { describe, expect, test } from 'vitest'
import { writeSchema, writeWords } from '../testing/write-gt3x.ts'
import { readLogHead, recordTypes } from './gt3x-head.ts'
import { readInfo } from './gt3x-info.ts'

const info = readInfo('')
const record = (type: number, time: number, payload: Uint8Array | readonly number[]) => ({
  type,
  time,
  payload: new DataView(Uint8Array.from(payload).buffer),
})
const activity = (time: number) => record(26, time, [1, 2, 3, 4, 5, 6])
const schemaOf = (...labels: readonly string[]) =>
  record(
    24,
    1,
    writeSchema(
      7,
      labels.map((label) => ({ label, flags: 2, scale: 1 })),
    ),
  )
const sensorData = (time: number, samples: number) =>
  record(25, time, writeWords([7, ...Array.from({ length: samples }, () => 1)]))
const none = { activity: -1, sensor: -1, readings: new Map() }

test('types of records are those of the maker', () => {
  expect(recordTypes).toEqual({
    activity: 0,
    battery: 2,
    heartRate: 4,
    lux: 5,
    parameters: 21,
    sensorSchema: 24,
    sensorData: 25,
    activity2: 26,
  })
})

test('a log without records has no channel and no start', () => {
  expect(readLogHead([], info)).toEqual({
    start: null,
    scale: 256,
    temperatureOffset: 21,
    schema: null,
    channels: [],
    places: none,
  })
})

test('every kind of record has its channels, in this order', () => {
  const readings = [record(2, 0, [1, 2]), record(4, 0, [70]), record(5, 0, [1, 2])]
  const records = [...readings, sensorData(99, 10), activity(101), schemaOf('Gyroscope X', 'Other')]
  const head = readLogHead(records, { ...info, rate: 30, range: [-8, 8] })
  const axis = (name: string) => ({
    name: `Accelerometer ${name}`,
    unit: 'g',
    kind: 'acceleration',
    rate: 30,
    range: [-8, 8],
  })
  expect(head.channels).toEqual([
    axis('X'),
    axis('Y'),
    axis('Z'),
    { name: 'Gyroscope X', unit: '°/s', kind: 'rotation', rate: 5, sensor: 'IMU' },
    { name: 'Other', unit: null, kind: 'other', rate: 5, sensor: 'IMU' },
    { name: 'Lux', unit: 'lux', kind: 'light', rate: null },
    { name: 'Heart rate', unit: 'bpm', kind: 'heart-rate', rate: null },
    { name: 'Battery', unit: 'V', kind: 'battery', rate: null },
  ])
  const places = new Map([
    [5, 5],
    [4, 6],
    [2, 7],
  ])
  expect(head.places).toEqual({ activity: 0, sensor: 3, readings: places })
  expect(head.start).toBe(99)
})

test('acceleration of both kinds of record counts, and a record of one byte is an event', () => {
  const event = record(26, 5, [1])
  expect(readLogHead([event], info)).toMatchObject({ start: null, channels: [] })
  expect(readLogHead([event, record(0, 8, [1, 2]), activity(7)], info)).toMatchObject({ start: 7 })
  expect(readLogHead([activity(7)], info).channels[0]).toEqual({
    name: 'Accelerometer X',
    unit: 'g',
    kind: 'acceleration',
    rate: null,
  })
})

test.each([
  ['Accelerometer X', 'g'],
  ['GYROSCOPE X', '°/s'],
  ['Magnetometer X', 'µT'],
  ['Temperature', '°C'],
  ['Not acc', null],
])('a column %s has the unit %s', (label, unit) => {
  expect(readLogHead([schemaOf(label), sensorData(1, 4)], info).channels).toMatchObject([{ name: label, unit }])
})

describe('the rate of an inertial unit', () => {
  test('is what most seconds have', () => {
    const rateOf = (...counts: readonly number[]) =>
      readLogHead([schemaOf('Gyro', 'Mag'), ...counts.map((count) => sensorData(1, count))], info).channels[0]?.rate
    expect(rateOf(6, 200, 201, 202)).toBe(100)
    expect(rateOf(202, 6, 200)).toBe(100)
    expect(rateOf(1)).toBeNull()
  })

  test('needs both a schema and samples', () => {
    expect(readLogHead([schemaOf('Gyro')], info)).toMatchObject({ channels: [], places: none, schema: { id: 7 } })
    expect(readLogHead([sensorData(1, 4)], info)).toMatchObject({ channels: [], places: none, schema: null })
  })
})

describe('parameters of the log', () => {
  const parameters = (...entries: readonly (readonly [number, number, number])[]) => {
    const view = new DataView(new ArrayBuffer(entries.length * 8))
    for (const [index, [space, id, value]] of entries.entries()) {
      view.setUint16(index * 8, space, true)
      view.setUint16(index * 8 + 2, id, true)
      view.setUint32(index * 8 + 4, value, true)
    }
    return record(21, 0, new Uint8Array(view.buffer))
  }
  const all = parameters([1, 10, 50], [0, 55, (10 << 24) | (1 << 22)], [0, 58, (6 << 24) | (5 << 20)])

  test('are used, except for a rate that info.txt has', () => {
    const head = readLogHead([all, activity(1)], info)
    expect(head).toMatchObject({ scale: 512, temperatureOffset: 40, channels: [{ rate: 50 }, {}, {}] })
    expect(readLogHead([all, activity(1)], { ...info, rate: 30 }).channels[0]?.rate).toBe(30)
  })

  test('of which the first record counts, and a rate beyond belief does not', () => {
    const beyond = parameters([1, 10, 0xffff_ffff])
    expect(readLogHead([beyond, all, activity(1)], info)).toMatchObject({
      scale: 256,
      channels: [{ rate: null }, {}, {}],
    })
  })
})
