import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block } from '../recording.ts'
import { gapBefore, gapWithin } from './buckets.ts'
import { Pyramid, type View } from './pyramid.ts'

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

describe('what a picture holds', () => {
  const narrow = 2 ** -15
  const told = ({ times, min, max, gaps, width }: View) => [[...times], [...min], [...max], [...gaps], width]

  test('each sample has a bucket at the narrowest, and shares it with its neighbours further away', () => {
    const pyramid = new Pyramid(1)
    pyramid.add(regular(0, [5, 1, 9, 3], narrow))
    const all = 4 * narrow
    const each = [
      [0.5, 1.5, 2.5, 3.5].map((at) => at * narrow),
      [5, 1, 9, 3],
      [5, 1, 9, 3],
      [gapBefore, 0, 0, 0],
      narrow,
    ]
    expect(told(pyramid.view(0, 0, all, 4))).toEqual(each)
    expect(told(pyramid.view(0, 0, all, 1000))).toEqual(each)
    const pairs = [[1, 3].map((at) => at * narrow), [1, 3], [5, 9], [gapBefore, 0], 2 * narrow]
    expect(told(pyramid.view(0, 0, all, 3))).toEqual(each)
    expect(told(pyramid.view(0, 0, all, 2))).toEqual(pairs)
    const one = [[2 * narrow], [1], [9], [gapBefore], 4 * narrow]
    for (const buckets of [1, 0, -5]) expect(told(pyramid.view(0, 0, all, buckets))).toEqual(one)
    expect(pyramid.view(0, 0, 1e300, 1).width).toBe(8)
  })

  test('what is added is in a picture that was shown before', () => {
    const pyramid = new Pyramid(1)
    pyramid.add(regular(0, [1, 2], narrow))
    expect([...pyramid.view(0, 0, 4 * narrow, 2).max]).toEqual([2])
    pyramid.add(regular(2 * narrow, [3, 7], narrow))
    expect([...pyramid.view(0, 0, 4 * narrow, 2).max]).toEqual([2, 7])
    // A longer recording has wider buckets, in all channels.
    pyramid.add(regular(8, [4], narrow))
    expect(pyramid.width).toBe(2 * narrow)
    expect([...pyramid.view(0, 0, 4 * narrow, 2).max]).toEqual([2, 7, 4])
  })

  test('buckets widen when the end of the last sample no longer fits', () => {
    const widthOf = (end: number, from = 0) => {
      const pyramid = new Pyramid(1, from)
      pyramid.add(regular(from, [1], end))
      return pyramid.width / narrow
    }
    expect([7.5, 8, 15.5, 16, 100].map((end) => widthOf(end))).toEqual([1, 2, 2, 4, 16])
    expect([7.5, 8].map((end) => widthOf(end, 1000))).toEqual([1, 2])
  })

  test('from a time on, samples before it are ignored', () => {
    const pyramid = new Pyramid(1, 100)
    pyramid.add(regular(100 - narrow, [7, 1, 2], narrow))
    const view = pyramid.view(0, 99, 101, 2 ** 20)
    expect([[...view.times], [...view.min]]).toEqual([
      [100 + narrow / 2, 100 + 1.5 * narrow],
      [1, 2],
    ])
    const later = new Pyramid(1, 100)
    later.add(regular(100, [0, 1, 2, 3, 4], 1))
    expect([...later.view(0, 101.2, 102.8, 100).min]).toEqual([1, 2, 3])
  })

  test('a picture of a time without samples has those on either side', () => {
    const pyramid = new Pyramid(1)
    pyramid.add(regular(1, [1, 2, 3, 4, 5], 1))
    const shown = (from: number, to: number) => [...pyramid.view(0, from, to, 100).min]
    expect([shown(-9, -5), shown(0.2, 0.4), shown(3.2, 3.8), shown(5.5, 6), shown(90, 99)]).toEqual([
      [1],
      [1],
      [3, 4],
      [5],
      [5],
    ])
    // Each sample is the second at which it lies.
    expect([...pyramid.view(0, 3.2, 3.8, 100).times].map(Math.round)).toEqual([3, 4])
    expect(shown(1, 5)).toEqual([1, 2, 3, 4, 5])
    expect(shown(-9, 99)).toEqual([1, 2, 3, 4, 5])
  })

  test('samples with times of their own go on where the next block begins at the last of them', () => {
    const timed = (...times: readonly number[]): Block => {
      const at = times.map((time) => time * narrow)
      return { channel: 0, at: at[0] ?? 0, step: null, times: Float64Array.from(at), values: Float64Array.from(times) }
    }
    const gapsOf = (next: number) => {
      const pyramid = new Pyramid(1)
      pyramid.add(timed(0, 2))
      pyramid.add(timed(next, 9))
      return [...pyramid.view(0, 0, 1, 2 ** 20).gaps]
    }
    expect(gapsOf(2)).toEqual([gapBefore, 0, 0])
    expect(gapsOf(3)).toEqual([gapBefore, 0, gapBefore, 0])
  })

  test('the end is that of the latest sample of any channel, and a channel that is none adds nothing', () => {
    const pyramid = new Pyramid(2)
    expect(pyramid.end).toBe(Number.NEGATIVE_INFINITY)
    pyramid.add({ ...regular(50, [1]), channel: 2 })
    pyramid.add(regular(50, []))
    expect(pyramid.end).toBe(Number.NEGATIVE_INFINITY)
    pyramid.add(regular(1, [1, 2], 1))
    pyramid.add({ ...regular(0, [1], 1), channel: 1 })
    expect(pyramid.end).toBe(3)
    expect(told(pyramid.view(2, 0, 1, 10))).toEqual([[], [], [], [], 2 ** -4])
  })

  test('channels share the buckets, within bounds', () => {
    expect([0, 1, 8, 9, 100, 512, 513, 5000].map((channels) => new Pyramid(channels).length)).toEqual(
      [18, 18, 18, 17, 14, 12, 12, 12].map((power) => 2 ** power),
    )
  })
})
