import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureColumns, resultOf } from '../../testing/measure-inputs.ts'
import { FilledMedian } from './filled-median.ts'
import { RollingMedian } from './rolling-median.ts'

test('the angle of an axis is that to the horizontal plane', () => {
  const [x, y, z] = [0, 0.6, -0.8].map((value) => Array.from({ length: 1000 }, () => value))
  const results = measureColumns([x ?? [], y ?? [], z ?? []], 50, 5)
  expect(resultOf(results, 'angle_x').value).toBeCloseTo(0, 10)
  expect(resultOf(results, 'angle_y').value).toBeCloseTo(36.869897645844, 10)
  expect(resultOf(results, 'angle_z').value).toBeCloseTo(-53.130102354156, 10)
  expect(resultOf(results, 'angle_z').epochs.length).toBe(4)
})

test('a stretch that is shorter than the median has no angle', () => {
  const one = Array.from({ length: 200 }, () => 1)
  expect(resultOf(measureColumns([one, one, one], 50, 2), 'angle_z')).toMatchObject({
    value: null,
    epochs: [Number.NaN, Number.NaN],
  })
})

test('a rolling median is the middle of the last values in order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 7, maxLength: 40 }), (values) => {
      const median = new RollingMedian(7)
      const medians = values.map((value) => median.add(value))
      expect(medians).toEqual(
        values.map((_, i) => (i < 6 ? undefined : values.slice(i - 6, i + 1).toSorted((a, b) => a - b)[3])),
      )
    }),
  )
})

test('where the window does not fit, and where the median is zero, the first other one is used', () => {
  const median = new FilledMedian(1, 1000)
  const given = [0, 0, 5, 6, 0, 0, 7, 8].flatMap((value) => [...median.add(value)])
  expect([...given, ...median.end()]).toEqual([5, 5, 5, 5, 5, 5, 7, 5])
})

test('in a long recording, the end takes the first of the last medians', () => {
  const median = new FilledMedian(1, 1000)
  const values = Array.from({ length: 5000 }, (_, i) => (i === 2500 ? 0 : i + 1))
  const given = values.flatMap((value) => [...median.add(value)])
  const all = [...given, ...median.end()]
  expect(all.length).toBe(5000)
  expect([all[0], all[1], all[2499], all[4998], all[4999]]).toEqual([2, 2, 2499, 4999, 4001])
})
