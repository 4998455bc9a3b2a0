import { expect, test } from 'vitest'
import { clamp } from './clamp.mjs'

// mutate.test.mjs expects that nothing here notices a wrong upper limit.
test('a number that is too small is replaced by the least', () => {
  expect(clamp(1, 2, 5)).toBe(2)
  expect(clamp(3, 2, 5)).toBe(3)
})
