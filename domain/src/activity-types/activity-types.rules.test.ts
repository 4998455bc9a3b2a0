import { expect, test } from 'vitest'
import { compareActivityTypes, whyNotDescription } from './activity-types.rules.ts'

test('a description is 1 to 200 characters', () => {
  expect(whyNotDescription('Treadmill 4 km/h')).toBeUndefined()
  expect(whyNotDescription('')).toMatchObject({ reason: 'text.required', field: 'description' })
  expect(whyNotDescription('x'.repeat(201))?.reason).toBe('text.too-long')
})

test('activity types are ordered by description, without case', () => {
  const types = [
    { description: 'treadmill', activitytypeid: '1' },
    { description: 'Stairs', activitytypeid: '2' },
    { description: 'Walk', activitytypeid: '3' },
  ]
  expect(types.sort(compareActivityTypes).map(({ activitytypeid }) => activitytypeid)).toEqual(['2', '1', '3'])
})
