import { expect, test } from 'vitest'
import { measureColumns, resultOf } from '../../testing/measure-inputs.ts'

const alongZ = (z: readonly number[]) => [z.map(() => 0), z.map(() => 0), z]

test('deviations are from the mean of the same epoch', () => {
  // The means are 1.5 and 3, although that of all is 2.25.
  const { epochs } = resultOf(measureColumns(alongZ([1, 2, 1, 2, 3, 3, 2, 4]), 4, 1), 'mad')
  expect(epochs).toEqual([0.5, 0.5])
})

test('of an activity, deviations are taken within each five seconds', () => {
  const still = (value: number) => Array.from({ length: 10 }, () => value)
  expect(resultOf(measureColumns(alongZ([...still(1), ...still(3)]), 2, 10), 'mad').value).toBe(0)
  expect(resultOf(measureColumns(alongZ([...still(1), ...still(3)]), 2, 10), 'mad').epochs).toEqual([1])
  // A rest of less than half of that is left out.
  expect(resultOf(measureColumns(alongZ([...still(1), 1, 9]), 2, 10), 'mad').value).toBe(0)
  expect(resultOf(measureColumns(alongZ([1, 9]), 2, 1), 'mad').value).toBe(4)
})
