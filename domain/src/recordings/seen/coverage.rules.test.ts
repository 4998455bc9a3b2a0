import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWarning, overlaps, recordedByTheSameDevice, whyNotCovered } from './coverage.rules.ts'
import { coverageTolerance, type RecordedTime, recordedSpan } from './recorded-span.ts'

const nine = Date.parse('2026-10-20T09:00:00+02:00') / 1000
const activity = { startTime: nine, stopTime: nine + 3600 }
const file: RecordedTime = { start: nine, clock: 'utc', duration: 3600, zone: null, correction: 0 }

test('a file from the start to the stop of its activity covers it', () => {
  expect(whyNotCovered(activity, file)).toEqual([])
})

test('a second or one sample may be missing, and no more', () => {
  const short = (seconds: number) => ({ ...file, start: nine + seconds, duration: 3600 - 2 * seconds })
  expect(coverageTolerance([{ rate: 100 }, { rate: null }])).toBe(1)
  expect(coverageTolerance([{ rate: null }])).toBe(1)
  expect(whyNotCovered(activity, short(1))).toEqual([])
  expect(whyNotCovered(activity, short(1.1)).map(({ code }) => code)).toEqual(['begins-late', 'ends-early'])
  const minutes = { tolerance: coverageTolerance([{ rate: 1 / 60 }]) }
  expect(whyNotCovered(activity, { ...short(60), ...minutes })).toEqual([])
  expect(whyNotCovered(activity, { ...short(61), ...minutes })).toHaveLength(2)
})

test('a file that begins 50 seconds into an activity of a minute does not cover it', () => {
  const minute = { startTime: nine, stopTime: nine + 60 }
  expect(whyNotCovered(minute, { ...file, start: nine + 50, duration: 10 })).toEqual([
    { code: 'begins-late', params: { seconds: 50 } },
  ])
})

test('a file that begins late and ends early says by how much', () => {
  expect(whyNotCovered(activity, { ...file, start: nine + 600, duration: 1200 })).toEqual([
    { code: 'begins-late', params: { seconds: 600 } },
    { code: 'ends-early', params: { seconds: 1800 } },
  ])
})

test("the wall clock of a recorder is read in the recorder's zone", () => {
  const local: RecordedTime = { ...file, clock: 'local', start: Date.parse('2026-10-20T09:00:00Z') / 1000 }
  expect(whyNotCovered(activity, local)).toEqual([{ code: 'zone-unknown' }])
  expect(whyNotCovered(activity, { ...local, zone: 'Europe/Oslo' })).toEqual([])
  expect(whyNotCovered(activity, { ...local, zone: 'Nowhere/Else' })).toEqual([{ code: 'zone-unknown' }])
})

test('a file that contains the offset of its clock is placed by it, unless somebody set a zone', () => {
  const local: RecordedTime = {
    ...file,
    clock: 'local',
    start: Date.parse('2026-10-20T12:30:00Z') / 1000,
    utcOffset: 5.5 * 3600,
  }
  expect(whyNotCovered(activity, local)).toEqual([])
  expect(recordedSpan({ ...local, utcOffset: 0, zone: 'Asia/Kolkata' })).toEqual({ from: nine, to: nine + 3600 })
  expect(recordedSpan({ ...local, clock: 'utc' })).toMatchObject({ from: local.start })
})

test('a recording through the night when clocks are put back is as long as it was', () => {
  const start = Date.parse('2026-10-24T23:00:00Z') / 1000
  const span = recordedSpan({ ...file, clock: 'local', start, duration: 8 * 3600, zone: 'Europe/Oslo' })
  expect(span).toEqual({ from: start - 7200, to: start - 7200 + 8 * 3600 })
})

test('a clock set in another zone is reported', () => {
  expect(whyNotCovered(activity, { ...file, start: nine + 7200 })).toEqual([
    { code: 'recorded-elsewhen' },
    { code: 'clock-off-by-hours', params: { hours: -2 } },
  ])
  expect(whyNotCovered(activity, { ...file, start: nine - 86_400 * 3 })).toEqual([{ code: 'recorded-elsewhen' }])
})

test('any correction of the clock is applied', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e6, max: 1e6 }), (correction) => {
      expect(whyNotCovered(activity, { ...file, start: nine - correction, correction })).toEqual([])
    }),
  )
})

test('a file without a start or a length says so', () => {
  expect(whyNotCovered(activity, { ...file, start: null, clock: 'unknown' })).toEqual([{ code: 'start-unknown' }])
  expect(whyNotCovered(activity, { ...file, duration: null })).toEqual([{ code: 'duration-unknown' }])
})

test('overlapping activities are found as by comparing each with each', () => {
  const times = fc.record({ startTime: fc.integer({ min: 0, max: 50 }), length: fc.integer({ min: 1, max: 20 }) })
  fc.assert(
    fc.property(fc.array(times, { maxLength: 12 }), (drawn) => {
      const activities = drawn.map(({ startTime, length }) => ({ startTime, stopTime: startTime + length }))
      const pairs = activities.flatMap((a, i) =>
        activities.slice(i + 1).filter((b) => a.startTime < b.stopTime && b.startTime < a.stopTime),
      )
      const found = overlaps(activities)
      expect(found).toHaveLength(pairs.length)
      for (const { seconds } of found) expect(seconds).toBeGreaterThan(0)
    }),
  )
})

test('a device that recorded another subject at that time is found by its serial number', () => {
  const mine = { ...file, serialnumber: 'TAS1' }
  const others = [
    { ...file, serialnumber: 'TAS1', start: nine + 1800, subject: 'overlapping' },
    { ...file, serialnumber: 'TAS1', start: nine + 3600, subject: 'after' },
    { ...file, serialnumber: 'TAS2', start: nine, subject: 'other device' },
  ]
  expect(recordedByTheSameDevice(mine, others).map(({ subject }) => subject)).toEqual(['overlapping'])
})

test('a gap during the activity is reported, one outside of it is not', () => {
  const gaps = [
    { at: 0, seconds: 300 },
    { at: 1000, seconds: 90 },
    { at: 2000, seconds: 30 },
  ]
  const before: RecordedTime = { ...file, start: nine - 600, duration: 4800, gaps }
  expect(whyNotCovered(activity, before)).toEqual([{ code: 'interrupted', params: { seconds: 120 } }])
  expect(whyNotCovered(activity, { ...before, gaps: gaps.slice(0, 1) })).toEqual([])
  expect(whyNotCovered(activity, { ...before, gaps: [{ at: 600, seconds: 1 }] })).toEqual([])
})

test('an activity that lies in a gap was not recorded', () => {
  const gaps = [{ at: 500, seconds: 4000 }]
  expect(whyNotCovered(activity, { ...file, start: nine - 600, duration: 6000, gaps })).toEqual([
    { code: 'recorded-elsewhen' },
  ])
})

test('a clock is off by whole hours, at most fourteen, and by the fewest that explain it', () => {
  const hoursOff = (seconds: number, more: Partial<RecordedTime> = {}) =>
    whyNotCovered(activity, { ...file, start: nine + seconds, ...more }).flatMap(({ params }) => params?.hours ?? [])
  expect([1, -1, 14, -14].map((hours) => hoursOff(hours * 3600))).toEqual([[-1], [1], [-14], [14]])
  expect([15, -15, 1.5].map((hours) => hoursOff(hours * 3600))).toEqual([[], [], []])
  // A file of ten hours that began eleven hours before.
  expect(hoursOff(-11 * 3600, { duration: 36_000 })).toEqual([2])
})

test('a device is found at one shared second, and none without a serial number or a known time', () => {
  const mine = { ...file, serialnumber: 'TAS1' }
  const touching = { ...mine, start: nine + 3599 }
  expect(recordedByTheSameDevice(mine, [touching, { ...mine, start: nine + 3600 }])).toEqual([touching])
  expect(recordedByTheSameDevice(mine, [{ ...mine, duration: null }])).toEqual([])
  expect(recordedByTheSameDevice({ ...mine, duration: null }, [mine])).toEqual([])
  const nameless = { ...file, serialnumber: null }
  expect(recordedByTheSameDevice(nameless, [nameless])).toEqual([])
})

test('what is unknown is no warning, what lacks is one', () => {
  const codes = ['start-unknown', 'zone-unknown', 'duration-unknown', 'recorded-elsewhen', 'begins-late'] as const
  expect(codes.map(isWarning)).toEqual([false, false, false, true, true])
})
