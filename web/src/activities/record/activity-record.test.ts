import { expect, test } from 'vitest'
import { activityRows } from './activity-record.ts'

function activity(activitytypeid: string, description: string) {
  return {
    subjectid: 's',
    activitytypeid,
    startTime: 0,
    stopTime: 1,
    comment: null,
    version: 1,
    visitid: null,
    occurrence: 1,
    label: null,
    activitytype: { activitytypeid, description, repeats: false },
    referenceData: [],
  }
}

function run(activitytype: { activitytypeid: string; description: string; repeats: boolean }) {
  const { activitytypeid } = activitytype
  return {
    activitytypeid,
    activitytype,
    visitid: null,
    occurrence: 1,
    label: null,
    startTime: 0,
    startedBy: 'Kari',
    version: 1,
  }
}

test('types without an activity are added as placeholders, all sorted by description', () => {
  const rows = activityRows(
    [activity('2', 'treadmill')],
    [
      { activitytypeid: '1', description: 'Walk', repeats: false },
      { activitytypeid: '2', description: 'treadmill', repeats: false },
      { activitytypeid: '3', description: 'Stairs', repeats: false },
    ],
  )
  expect(rows.map(({ description, activity }) => [description, activity !== undefined])).toEqual([
    ['Stairs', false],
    ['treadmill', true],
    ['Walk', false],
  ])
})

test('an activity whose type was removed stays in the list', () => {
  expect(activityRows([activity('9', 'Old type')], []).map(({ description }) => description)).toEqual(['Old type'])
})

test('what runs or is typed has a row also if its type was removed, and one row only', () => {
  const walk = { activitytypeid: '1', description: 'Walk', repeats: false }
  const old = { activitytypeid: '9', description: 'Old type', repeats: false }
  const typed = [{ key: '9', ...old }]
  const keysOf = (rows: ReturnType<typeof activityRows>) => rows.map(({ key, running }) => [key, running !== undefined])
  expect(keysOf(activityRows([], [walk], [run(old)], typed))).toEqual([
    ['9', true],
    ['1', false],
  ])
  expect(keysOf(activityRows([], [walk], [], typed))).toEqual([
    ['9', false],
    ['1', false],
  ])
  expect(activityRows([activity('9', 'Old type')], [walk], [], typed)).toHaveLength(2)
})

const repeating = { activitytypeid: '1', description: 'Walk', repeats: true }
const walked = (occurrence: number) => ({ ...activity('1', 'Walk'), occurrence, activitytype: repeating })

test('each activity of a type that repeats has a row, by number, and the next one follows', () => {
  const stairs = { activitytypeid: '2', description: 'Stairs', repeats: true }
  const rows = activityRows([walked(10), walked(2), walked(1)], [repeating, stairs])
  expect(rows.map(({ key, isAnother }) => [key, isAnother])).toEqual([
    ['2~next', false],
    ['1', false],
    ['1~2', false],
    ['1~10', false],
    ['1~next', true],
  ])
})

test('the next one waits while one of the type runs, unless it is typed', () => {
  const keys = (typed: string[]) => {
    const of = typed.map((key) => ({ key, ...repeating }))
    return activityRows([walked(1)], [repeating], [{ ...run(repeating), occurrence: 2 }], of).map(({ key }) => key)
  }
  expect(keys([])).toEqual(['1', '1~2'])
  expect(keys(['1~next'])).toEqual(['1', '1~2', '1~next'])
})

test('an activity in a visit has a row of its own', () => {
  const walk = { activitytypeid: '1', description: 'Walk', repeats: false }
  const rows = activityRows([activity('1', 'Walk'), { ...activity('1', 'Walk'), visitid: 'v' }], [walk])
  expect(rows.map(({ key }) => key)).toEqual(['1', '1~1~v'])
})
