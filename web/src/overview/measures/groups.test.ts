import { expect, test } from 'vitest'
import { groupsOf } from './groups.ts'

const of = (activitytypeid: string, channel: string, value: number | null, referencedataid = 'f') => ({
  subjectid: 's',
  activitytypeid,
  occurrence: 1,
  referencedataid,
  channel,
  unit: 'g',
  value,
  ofActivity: true,
})

test('values of one activity and channel are compared, in the order of the activities', () => {
  const walk = [1, 1.1, 0.9, 1, 1.2].map((value) => of('walk', 'acc', value))
  const far = of('walk', 'acc', 90, 'far')
  const groups = groupsOf(
    [...walk, of('walk', 'chest', 5), far, of('rest', 'acc', 0), of('rest', 'acc', null)],
    ['rest', 'walk'],
  )
  expect(groups.map(({ activitytypeid, channel, values }) => [activitytypeid, channel, values.length])).toEqual([
    ['rest', 'acc', 1],
    ['walk', 'acc', 6],
    ['walk', 'chest', 1],
  ])
  expect(groups.map(({ outliers }) => outliers.map(({ referencedataid }) => referencedataid))).toEqual([
    [],
    ['far'],
    [],
  ])
})

test('what could not be measured is left out', () => {
  expect(groupsOf([of('rest', 'acc', null)], ['rest'])).toEqual([])
})

test('values of whole recordings are compared with each other, after those of the activity', () => {
  const rest = [1, 1.1, 0.9, 1, 1.2].map((value) => of('rest', 'acc', value))
  const whole = { ...of('rest', 'acc', 90, 'whole'), ofActivity: false }
  const groups = groupsOf([whole, ...rest, of('walk', 'acc', 3)], ['rest', 'walk'])
  expect(
    groups.map(({ activitytypeid, ofActivity, values, outliers }) => [
      activitytypeid,
      ofActivity,
      values.length,
      outliers.length,
    ]),
  ).toEqual([
    ['rest', true, 5, 0],
    ['rest', false, 1, 0],
    ['walk', true, 1, 0],
  ])
})
