import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block } from '../recording.ts'
import { RunningStatistics } from './statistics.ts'

const block = (at: number, values: number[], step = 1): Block => ({
  channel: 0,
  at,
  step,
  values: Float64Array.from(values),
})

test('statistics agree with their definitions, however the samples come', () => {
  const value = fc.double({ min: -1e5, max: 1e5, noNaN: true })
  fc.assert(
    fc.property(fc.array(fc.array(value, { maxLength: 50 }), { minLength: 1, maxLength: 6 }), (blocks) => {
      const statistics = new RunningStatistics(1)
      let at = 0
      for (const values of blocks) {
        statistics.add(block(at, values))
        at += values.length
      }
      const all = blocks.flat()
      const result = statistics.result()
      expect(result).toMatchObject({ n: all.length, missing: 0, gaps: 0 })
      if (all.length === 0) {
        expect(result.mean).toBeNull()
        return
      }
      const mean = all.reduce((sum, each) => sum + each, 0) / all.length
      const rms = Math.sqrt(all.reduce((sum, each) => sum + each * each, 0) / all.length)
      expect(result.mean).toBeCloseTo(mean, 5)
      expect(result.rms).toBeCloseTo(rms, 5)
      expect([result.min, result.max]).toEqual([Math.min(...all), Math.max(...all)])
      if (all.length < 2) {
        expect(result.sd).toBeNull()
        return
      }
      const squares = all.reduce((sum, each) => sum + (each - mean) ** 2, 0)
      expect(result.sd).toBeCloseTo(Math.sqrt(squares / (all.length - 1)), 5)
    }),
  )
})

test('a range counts its samples and what is missing in it', () => {
  const statistics = new RunningStatistics(1, 2, 20)
  statistics.add(block(0, [9, 9, 1, Number.NaN, 3]))
  statistics.add(block(10, [5, 7]))
  statistics.add(block(30, [9]))
  expect(statistics.result()).toMatchObject({ n: 4, missing: 1 + 5 + 8, mean: 4, min: 1, max: 7, gaps: 2 })
})

test('a gap between timed samples lacks those between the two', () => {
  const statistics = new RunningStatistics(25)
  const timed = (times: number[]): Block => ({
    channel: 0,
    at: times[0] ?? 0,
    step: null,
    times: Float64Array.from(times),
    values: new Float64Array(times.length),
    continues: false,
  })
  statistics.add(timed([0, 0.04, 0.08]))
  statistics.add(timed([0.16, 0.2]))
  expect(statistics.result()).toMatchObject({ n: 5, missing: 1, gaps: 1, sd: 0 })
})

test('of a gap, what lies in the range counts, and of samples those from its beginning until before its end', () => {
  const statistics = new RunningStatistics(1, 10, 20)
  // Before the range, up to it, in it, over its end, and after it.
  for (const at of [0, 8, 10, 12, 20, 30]) statistics.add(block(at, [at, at + 0.5].slice(0, at === 8 ? 2 : 1)))
  expect(statistics.result()).toEqual({
    n: 2,
    missing: 1 + 7,
    mean: 11,
    sd: Math.SQRT2,
    min: 10,
    max: 12,
    rms: Math.sqrt((100 + 144) / 2),
    gaps: 2,
  })
})

test('without a rate nobody knows how much is missing in a gap, and without samples there is nothing to say', () => {
  const statistics = new RunningStatistics(null)
  expect(statistics.result()).toEqual({
    n: 0,
    missing: 0,
    mean: null,
    sd: null,
    min: null,
    max: null,
    rms: null,
    gaps: 0,
  })
  statistics.add(block(0, [Number.NaN]))
  statistics.add(block(9, [Number.NaN]))
  expect(statistics.result()).toMatchObject({ n: 0, missing: 2, mean: null, gaps: 1 })
  statistics.add(block(10, [-4]))
  expect(statistics.result()).toEqual({ n: 1, missing: 2, mean: -4, sd: null, min: -4, max: -4, rms: 4, gaps: 1 })
})
