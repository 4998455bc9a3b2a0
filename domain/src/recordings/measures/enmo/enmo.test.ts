import { expect, test } from 'vitest'
import { measureColumns, resultOf } from '../../testing/measure-inputs.ts'

test('what is below gravity counts as zero before the mean is taken', () => {
  const x = [1.5, 0.5, 0, 0]
  const y = [0, 0, 0.6, 0]
  const z = [0, 0, 0.8, 1.2]
  const { value, unit, epochs, version, parameters } = resultOf(measureColumns([x, y, z], 4, 1), 'enmo')
  // 0.5, 0, 0 and 0.2
  expect(value).toBeCloseTo(0.175, 12)
  expect([unit, epochs.length, version]).toEqual(['g', 1, '3'])
  expect(parameters).toEqual({ calibration: 'none', filter: 'none', factor_to_g: 1 })
})

test('each epoch has its mean, and an incomplete last one has none', () => {
  const z = [2, 2, 1, 1, 3, 1, 9]
  const zero = z.map(() => 0)
  const { epochs, value } = resultOf(measureColumns([zero, zero, z], 2, 1), 'enmo')
  expect(epochs).toEqual([1, 0, 1])
  expect(value).toBeCloseTo((1 + 1 + 2 + 8) / 7, 12)
})
