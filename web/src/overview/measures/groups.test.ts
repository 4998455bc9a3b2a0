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
