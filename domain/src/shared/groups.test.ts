import { expect, test } from 'vitest'
import { mayCall } from './groups.ts'

test('one of the allowed groups is enough', () => {
  expect(mayCall(['hp'], ['admin', 'hp'])).toBe(true)
})

test('a patient may call only what every signed-in person may', () => {
  expect(mayCall(['patient'], ['admin', 'hp'])).toBe(false)
  expect(mayCall(['patient'], ['signed-in'])).toBe(true)
})

test('nobody may call a field that allows no group', () => {
  expect(mayCall(['admin'], [])).toBe(false)
})

test('a group is never a part of another group', () => {
  expect(mayCall(['admin'], ['study:admin'])).toBe(false)
  expect(mayCall(['study:admin'], ['admin'])).toBe(false)
})
