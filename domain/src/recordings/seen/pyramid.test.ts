import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block } from '../recording.ts'
import { gapBefore, gapWithin } from './buckets.ts'
import { Pyramid } from './pyramid.ts'

const regular = (at: number, values: number[], step = 0.01): Block => ({
  channel: 0,
  at,
  step,
  values: Float64Array.from(values),
})

test('every peak is present at every zoom, in its place', () => {
  const value = fc.double({ min: -1e6, max: 1e6, noNaN: true })
  const blocks = fc.array(fc.array(value, { minLength: 1, maxLength: 300 }), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(
      blocks,
      fc.double({ min: 1e-4, max: 3e4, noNaN: true }),
      fc.integer({ min: 1, max: 2000 }),
      (drawn, step, pixels) => {
        const pyramid = new Pyramid(1)
        let at = 0
        for (const values of drawn) {
          pyramid.add(regular(at, values, step))
          at += values.length * step
        }
        const all = drawn.flat()
        const view = pyramid.view(0, 0, at, pixels)
        expect(Math.max(...view.max)).toBe(Math.max(...all))
        expect(Math.min(...view.min)).toBe(Math.min(...all))
        const peak = all.indexOf(Math.max(...all)) * step
        const shown = view.times.find((_, index) => view.max[index] === Math.max(...all)) ?? Number.NaN
        // The mark is in the middle of its bucket; times of blocks are sums of steps.
        expect(Math.abs(shown - peak)).toBeLessThanOrEqual(view.width * 0.5 + at * 1e-9)
      },
    ),
    { numRuns: 40 },
  )
})

test('a planted peak among millions is found at every zoom', () => {
  const pyramid = new Pyramid(1)
  const rows = 2_000_000
  for (let row = 0; row < rows; row += 10_000) {
    const values = Array.from({ length: 10_000 }, (_, i) => Math.sin((row + i) / 50))
    if (row === 1_230_000) values[4567] = 99
    pyramid.add(regular(row / 100, values))
  }
  const at = 12_345.67
  for (const seconds of [20_000, 5000, 600, 60, 5]) {
    const view = pyramid.view(0, at - seconds / 2, at + seconds / 2, 800)
    expect(Math.max(...view.max)).toBe(99)
  }
})

test('time without recording is a gap at every zoom', () => {
  const pyramid = new Pyramid(1)
  pyramid.add(regular(0, Array(1000).fill(1)))
  pyramid.add(regular(10, Array(1000).fill(2)))
  pyramid.add(regular(500, Array(1000).fill(3)))
  const near = pyramid.view(0, 0, 510, 1000)
  const marked = near.times.filter((_, index) => (near.gaps[index] ?? 0) & gapBefore)
  expect(marked).toHaveLength(2)
  expect(Math.abs((marked[1] ?? 0) - 500)).toBeLessThan(near.width)
  const far = pyramid.view(0, 0, 5e6, 1)
  expect(far.gaps.some((gap) => gap & gapWithin)).toBe(true)
})

test('missing samples on the grid are a gap too', () => {
  const pyramid = new Pyramid(1)
  pyramid.add(regular(0, [1, 2, Number.NaN]))
  pyramid.add({ ...regular(0.03, [Number.NaN, 5]), continues: true })
  const view = pyramid.view(0, 0, 1, 10_000)
  expect([...view.min]).toEqual([1, 2, 5])
  expect([...view.gaps]).toEqual([gapBefore, 0, gapBefore])
})

test('a view holds the bucket on either side, so that lines lead out of the picture', () => {
  const pyramid = new Pyramid(1)
  pyramid.add(regular(0, [1, 2, 3, 4, 5], 1))
  const view = pyramid.view(0, 1.5, 3.2, 100)
  expect([...view.min]).toEqual([2, 3, 4, 5])
})

test('memory stays within its bound, for hostile times too', () => {
  const pyramid = new Pyramid(512)
  expect(pyramid.length).toBe(4096)
  pyramid.add(regular(0, [1, 2, 3]))
  pyramid.add(regular(3e9, [4, 5, 6]))
  expect(pyramid.length).toBe(4096)
  const view = pyramid.view(0, 0, 4e9, 10)
  expect([Math.min(...view.min), Math.max(...view.max)]).toEqual([1, 6])
  expect(pyramid.view(7, 0, 1, 10).times).toHaveLength(0)
  expect(pyramid.view(0, Number.NaN, Number.NaN, 10).times.length).toBeLessThan(10)
})
