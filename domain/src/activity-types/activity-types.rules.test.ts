import { expect, test } from 'vitest'
import { activityTypeFields, compareActivityTypes } from './activity-types.rules.ts'

test('a description is 1 to 200 characters', () => {
  expect(activityTypeFields.description.whyNot('Treadmill 4 km/h')).toBeUndefined()
  expect(activityTypeFields.description.whyNot('')).toMatchObject({ reason: 'text.required', field: 'description' })
  expect(activityTypeFields.description.whyNot('x'.repeat(201))?.reason).toBe('text.too-long')
})

test('activity types are ordered by description, without case', () => {
  const types = [
    { description: 'treadmill', activitytypeid: '1' },
    { description: 'Stairs', activitytypeid: '2' },
    { description: 'Walk', activitytypeid: '3' },
  ]
  expect(types.sort(compareActivityTypes).map(({ activitytypeid }) => activitytypeid)).toEqual(['2', '1', '3'])
})
