import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOutlier, usualOf } from './outliers.rules.ts'

const outliersOf = (values: readonly number[]) => {
  const usual = usualOf(values)
  return usual ? values.filter((value) => isOutlier(value, usual)) : []
}

test('a value is an outlier from 3.5 robust standard deviations on, to either side', () => {
  // The median is 10, and the median of the deviations 1.
  const values = [8, 9, 9, 10, 10, 11, 11, 12]
  const edge = 3.5 * 1.4826
  expect(usualOf(values)).toMatchObject({ median: 10 })
  expect(outliersOf([...values, 10 + edge - 0.01, 10 - edge + 0.01])).toEqual([])
  expect(outliersOf([...values, 10 + edge + 0.01, 10 - edge - 0.01])).toEqual([10 + edge + 0.01, 10 - edge - 0.01])
})

test('one wrong value does not hide itself or others by what it adds', () => {
  expect(outliersOf([1, 2, 1, 2, 1, 2, 1000, 900])).toEqual([1000, 900])
})

test('of fewer than five values none is an outlier, and without any nothing is usual', () => {
  expect(usualOf([1, 2, 3, 1000])).toEqual({ median: 2.5, low: null, high: null })
  expect(outliersOf([1, 2, 3, 1000])).toEqual([])
  expect(usualOf([])).toBeUndefined()
})

test('where most are equal, what differs a little is none, and what differs most is', () => {
  expect(outliersOf([0, 0, 0, 0, 0, 0, 0])).toEqual([])
  expect(outliersOf([0, 0, 0, 0, 0, 1, 1])).toEqual([])
  expect(outliersOf([0, 0, 0, 0, 0, 0, 0, 0, 0, 50])).toEqual([50])
})

test('what is an outlier does not depend on the unit or the order', () => {
  const values = fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 5, maxLength: 40 })
  fc.assert(
    fc.property(values, fc.constantFrom(2, 0.5, 1024), (numbers, scale) => {
      expect(outliersOf(numbers.toReversed().map((value) => value * scale))).toEqual(
        outliersOf(numbers)
          .toReversed()
          .map((value) => value * scale),
      )
    }),
  )
})
