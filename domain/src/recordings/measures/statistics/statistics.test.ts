import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureColumns, resultOf } from '../../testing/measure-inputs.ts'

test('mean, spread and range are those of their definitions, in the unit of the channel', () => {
  const results = measureColumns([[2, 4, 4, 10]], 1, 2, 'temperature')
  const of = (measure: string) => resultOf(results, measure)
  expect(of('mean')).toMatchObject({ value: 5, epochs: [3, 7], unit: null })
  expect(of('sd').value).toBeCloseTo(Math.sqrt(36 / 3), 12)
  expect(of('rms').value).toBeCloseTo(Math.sqrt(136 / 4), 12)
  expect(of('range')).toMatchObject({ value: 8, epochs: [2, 6] })
})

test('a single value has no spread', () => {
  const results = measureColumns([[3]], 1, 1, 'temperature')
  expect([resultOf(results, 'mean').value, resultOf(results, 'sd').value, resultOf(results, 'range').value]).toEqual([
    3,
    null,
    0,
  ])
})

test('values that are large and vary little have their spread, however many they are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 2, maxLength: 700 }),
      fc.constantFrom(0, -3, 1e6),
      (values, far) => {
        const results = measureColumns([values.map((value) => value + far)], 1, 1000, 'temperature')
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length
        const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
        expect(resultOf(results, 'mean').value).toBeCloseTo(mean + far, 8)
        expect(resultOf(results, 'sd').value).toBeCloseTo(Math.sqrt(squares / (values.length - 1)), 6)
        expect(resultOf(results, 'range').value).toBe(Math.max(...values) - Math.min(...values))
      },
    ),
    { numRuns: 50 },
  )
})
