import { expect, test } from 'vitest'
import { arrival, filled, halvings, hasUnit, keptSum, neverCalled } from './states.mjs'

test('units are known', () => {
  expect([hasUnit('kilo'), hasUnit('milli')]).toEqual([true, false])
})

test('a sum is kept', () => {
  expect([keptSum(1, 2), keptSum(3, 4)]).toEqual([3, 3])
})

test('memory is filled', () => {
  expect(filled(3)).toBe(3)
})

test('halvings are counted', () => {
  expect(halvings(8)).toBe(3)
})

test('something arrives', async () => {
  expect(await arrival('letter')).toBe('letter')
})

test('a function is there, which no test calls', () => {
  expect(neverCalled).toBeTypeOf('function')
})
