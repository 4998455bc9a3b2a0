import { expect, test } from 'vitest'
import { measureColumns, resultOf } from '../../testing/measure-inputs.ts'
import { BandPass } from './band-pass.ts'
import { trim } from './counts.ts'
import { makeResampler } from './resample.ts'

test.each([
  [3.99, 0],
  [-3.99, 0],
  [4, 4],
  [-17.9, 17],
  [127.99, 127],
  [128.4, 128],
  [5000, 128],
])('%s counts as %s', (value, expected) => expect(trim(value)).toBe(expected))

test('the filter begins as if its first sample had been there before', () => {
  const filter = new BandPass()
  const first = filter.next(0.98)
  const later = Array.from({ length: 300 }, () => filter.next(0.98))
  for (const value of later) expect(value).toBeCloseTo(first, 9)
})

test.each([
  [30, [0, 1, 2, 3, 4, 5, 6, 7]],
  [60, [0, 2, 4, 6]],
  [90, [0, 3, 6]],
  [15, [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7]],
  [45, [0, 1.5, 3, 4.5, 6]],
])('samples of %s Hz become those of 30 Hz', (rate, expected) => {
  const resample = makeResampler(rate)
  const made = [[0, 1, 2], [3], [4, 5, 6, 7]].flatMap((each) => [...resample(Float64Array.from(each))])
  expect(made).toEqual(expected)
})

test('at 100 Hz, three samples of each ten are left, smoothed', () => {
  const made = makeResampler(100)(new Float64Array(1000).fill(1))
  expect(made.length).toBe(300)
  // A constant of one, of which two of three values are zero, comes out as one in the mean.
  expect(made.slice(30).reduce((sum, value) => sum + value, 0) / 270).toBeCloseTo(1, 2)
})

test('who lies still has no counts, and who shakes a sensor has some in that axis', () => {
  const still = Array.from({ length: 1800 }, () => 0.5)
  const shaken = still.map((value, i) => value + Math.sin((2 * Math.PI * i) / 30))
  const results = measureColumns([still, shaken, still], 30, 10)
  expect(resultOf(results, 'counts_axis2').epochs).toEqual([0, 0, 0, 0, 0, 0])
  expect(resultOf(results, 'counts_axis3').value).toBe(0)
  // `axis1` is y: in each second, the same.
  const seconds = resultOf(measureColumns([still, shaken, still], 30, 1), 'counts_axis1').epochs
  expect(new Set(seconds.slice(10)).size).toBe(1)
  expect(resultOf(results, 'counts_vm').value).toBe(resultOf(results, 'counts_axis1').value)
})
