import { expect, test } from 'vitest'
import type { RecordedTime } from '../../recordings/seen/recorded-span.ts'
import { type DayActivity, type DayFile, warningsOfDay } from './day-warnings.rules.ts'

const types = {
  activitytypes: ['a', 'b', 'c'].map((activitytypeid) => ({ activitytypeid, expectsFile: activitytypeid !== 'c' })),
}
const file = (status: DayFile['status'], recorded?: RecordedTime): DayFile => ({
  referencedataid: 'one',
  filename: 'arm.csv',
  status,
  ...(recorded && { recorded }),
})
const activity = (
  activitytypeid: string,
  startTime: number,
  stopTime: number,
  referenceData: DayFile[],
): DayActivity => ({
  activitytypeid,
  startTime,
  stopTime,
  referenceData,
})
const stored = [file('UPLOADED')]

test('an activity without an expected file has a warning; a file being uploaded counts as one', () => {
  const day = [activity('a', 0, 10, []), activity('b', 10, 20, [file('PENDING')]), activity('c', 20, 30, [])]
  expect(warningsOfDay(day, types)).toEqual([{ kind: 'no-file', activitytypeid: 'a', activity: 'a' }])
})

test('an activity that begins before an earlier one ended has one warning, in any order', () => {
  const day = [activity('c', 15, 40, []), activity('b', 5, 8, stored), activity('a', 0, 20, stored)]
  expect(warningsOfDay(day, types)).toEqual([
    { kind: 'overlaps', activitytypeid: 'b', activity: 'b', other: 'a', seconds: 3 },
    { kind: 'overlaps', activitytypeid: 'c', activity: 'c', other: 'a', seconds: 5 },
  ])
  expect(warningsOfDay([activity('a', 0, 10, stored), activity('b', 10, 20, stored)], types)).toEqual([])
})

test('a failed upload has a warning', () => {
  expect(warningsOfDay([activity('a', 0, 10, [file('FAILED')])], types)).toEqual([
    { kind: 'upload-failed', activitytypeid: 'a', activity: 'a', referencedataid: 'one' },
  ])
})

test('a file that does not cover its activity has a warning, one with unknown time has none', () => {
  const nine = 1_792_479_600
  const recorded = (start: number | null, duration: number): RecordedTime => ({
    start,
    duration,
    clock: 'utc',
    zone: null,
    correction: 0,
  })
  const warningsFor = (time: RecordedTime) =>
    warningsOfDay([activity('a', nine, nine + 1200, [file('UPLOADED', time)])], types).map((warning) =>
      warning.kind === 'not-covered' ? [warning.code, warning.amount] : [warning.kind],
    )
  expect(warningsFor(recorded(nine - 10, 1300))).toEqual([])
  expect(warningsFor(recorded(nine + 300, 600))).toEqual([
    ['begins-late', 300],
    ['ends-early', 300],
  ])
  expect(warningsFor(recorded(nine + 7200, 1200))).toEqual([['clock-off-by-hours', -2]])
  expect(warningsFor(recorded(nine + 90_000, 60))).toEqual([['recorded-elsewhen', 0]])
  expect(warningsFor(recorded(null, 60))).toEqual([])
})

test('a warning names which of several activities of a type it is about', () => {
  const second = { ...activity('a', 5, 20, []), occurrence: 2 }
  expect(warningsOfDay([second, { ...activity('a', 0, 10, stored), occurrence: 1 }], types)).toEqual([
    { kind: 'overlaps', activitytypeid: 'a', activity: 'a~2', other: 'a', seconds: 5 },
    { kind: 'no-file', activitytypeid: 'a', activity: 'a~2' },
  ])
})
