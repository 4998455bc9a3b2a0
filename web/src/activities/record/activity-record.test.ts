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
    activitytype: { activitytypeid, description, repeats: false },
    referenceData: [],
  }
}

test('types without an activity are added as placeholders, all sorted by description', () => {
  const rows = activityRows(
    [activity('2', 'treadmill')],
    [
      { activitytypeid: '1', description: 'Walk' },
      { activitytypeid: '2', description: 'treadmill' },
      { activitytypeid: '3', description: 'Stairs' },
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
  const offered = [{ activitytypeid: '1', description: 'Walk' }]
  const begun = [
    { activitytypeid: '9', description: 'Old type' },
    { activitytypeid: '1', description: 'Walk' },
    { activitytypeid: '9', description: 'Old type' },
  ]
  expect(activityRows([], offered, begun)).toEqual([
    { activitytypeid: '9', description: 'Old type', activity: undefined },
    { activitytypeid: '1', description: 'Walk', activity: undefined },
  ])
  expect(activityRows([activity('9', 'Old type')], [], begun)).toHaveLength(2)
})
