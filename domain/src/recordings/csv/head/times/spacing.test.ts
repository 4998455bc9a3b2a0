import { describe, expect, test } from 'vitest'
import { median, rising, spacingOf, stepsOf } from './spacing.ts'

const range = (count: number) => Array.from({ length: count }, (_, i) => i)

test('steps are from each number to the next', () => {
  expect([stepsOf([1, 4, 3]), stepsOf([5]), stepsOf([])]).toEqual([[3, -1], [], []])
})

test('the median is the lower of two in the middle', () => {
  expect([median([5, 1, 3]), median([4, 1, 3, 2]), median([])]).toEqual([3, 2, Number.NaN])
})

describe('the spacing', () => {
  test('of even times is their rate, the roundest that fits', () => {
    expect(spacingOf(range(50).map((i) => i / 100))).toEqual({
      rate: 100,
      median: expect.closeTo(0.01, 9),
      gap: expect.any(Number),
      tick: null,
    })
    expect(spacingOf(range(50).map((i) => i / 100))?.gap).toBeCloseTo(0.015, 6)
    // Written to milliseconds.
    const rounded = (rate: number) => range(400).map((i) => Math.round((i / rate) * 1000) / 1000)
    expect(spacingOf(rounded(102.4))?.rate).toBe(102.4)
    expect(spacingOf(rounded(128))?.rate).toBe(128)
    expect(spacingOf(range(50).map((i) => i / 7.123456))?.rate).toBeCloseTo(7.123456, 5)
    expect(spacingOf(range(50).map((i) => i * 15))).toMatchObject({ rate: 1 / 15, gap: 22.5 })
    for (const count of [4, 20, 400]) {
      expect(spacingOf(range(count).map((i) => i * 15))?.rate).toBe(1 / 15)
      expect(spacingOf(range(count).map((i) => i * 7))?.rate).toBe(1 / 7)
      expect(spacingOf(range(count).map((i) => i * 2.5))?.rate).toBe(0.4)
    }
  })

  test('of times within milliseconds is as exact as they are written', () => {
    const written = (rate: number, digits: number) => range(80).map((i) => Number((i / rate).toFixed(digits)))
    expect(spacingOf(written(20_000, 6))?.rate).toBe(20_000)
    expect(spacingOf(range(80).map((i) => i / 12_300.7))?.rate).toBeCloseTo(12_300.7, 3)
    // What stands apart is a gap.
    const paused = [...range(40).map((i) => i * 5e-5), ...range(40).map((i) => 0.0021 + i * 5e-5)]
    expect(spacingOf(paused)?.gap).toBeLessThan(1e-4)
  })

  test('leaves room for what is not exact', () => {
    const times = range(50).map((i) => i + (i % 2) * 0.05)
    const found = spacingOf(times)
    expect(found?.rate).toBeCloseTo(1, 2)
    expect(found?.gap).toBeGreaterThan(1.53)
    expect(found?.gap).toBeLessThan(1.6)
  })

  test('of uneven times has no rate, and a gap after a second or five times the usual', () => {
    const uneven = (usual: number) => range(50).map((i) => usual * (i + (i % 3) * 0.3))
    const fast = spacingOf(uneven(0.1))
    expect(fast).toMatchObject({ rate: null, gap: 1, tick: null })
    const slow = spacingOf(uneven(1))
    expect(slow?.rate).toBeNull()
    expect(slow?.gap).toBeCloseTo(5 * (slow?.median ?? 0), 9)
  })

  // Written with so many decimals, or in single precision. Neighbours differ by two or three of the last digit.
  test.each([1, 0.1, 2 ** -5, 2 ** -6, 0.01, 2 ** -7, 2 ** -8, 2 ** -9, 1e-3, 2 ** -10, 2 ** -11, 1e-4, 1e-5, 1e-6])(
    'of times rounded to %f is that of before, nearly',
    (digit) => {
      for (const step of [2.5, 2.4]) {
        const written = range(8000).map((i) => 0.34375 + Math.round(i * step) * digit)
        // The first may be there twice.
        for (const times of [written, [0.34375, ...written]]) {
          const found = spacingOf(times)
          expect(found?.rate).toBeGreaterThan(0.99 / (step * digit))
          expect(found?.rate).toBeLessThan(1.01 / (step * digit))
          // One that is left out is a gap.
          expect(found?.gap).toBeLessThan(5 * digit)
          expect(found?.gap).toBeGreaterThan(3 * digit)
        }
      }
    },
  )

  test('of times whose neighbours differ by one or two of the last digit is a rate only in single precision', () => {
    const found = (digit: number) => spacingOf(range(1001).map((i) => Math.round(i * 1.4) * digit))?.rate
    for (const power of [5, 6, 7, 8, 9, 10, 11]) expect((found(2 ** -power) ?? 0) / 2 ** power).toBeCloseTo(1 / 1.4, 2)
    for (const digit of [1, 0.1, 0.01, 1e-3]) expect(found(digit)).toBeNull()
  })

  test('of uneven times is none, however close together they are, and whenever', () => {
    for (const start of [0, 1000]) {
      const times = [0, 10, 24, 34, 48, 58, 72].map((time) => start + time / 10_000)
      expect(spacingOf(times)?.rate).toBeNull()
    }
  })

  test('of whole seconds that differ is none', () => {
    expect(spacingOf(range(50).map((i) => i + Math.floor(i / 2)))?.rate).toBeNull()
  })

  test('of times that sometimes stand still or go back is that of the others', () => {
    const stuttering = range(60).map((i) => (i % 12 === 11 ? i - 1 : i) / 4)
    expect(spacingOf(stuttering)).toMatchObject({ median: 0.25, tick: null })
  })

  test('of eight in ten even steps is that of these', () => {
    const steps = (odd: number) => {
      let sum = 0
      return [0, ...range(20).map((i) => (sum += i < odd ? 7 : 1))]
    }
    expect(spacingOf(steps(4))?.rate).toBe(1)
    expect(spacingOf(steps(4))?.gap).toBe(1.5)
    expect(spacingOf(steps(5))?.rate).toBeNull()
  })

  test('of one or two steps is no rate', () => {
    expect(spacingOf([0])).toBeNull()
    expect(spacingOf([])).toBeNull()
    expect(spacingOf([5, 5, 5])).toBeNull()
    expect(spacingOf([0, 0.1])).toEqual({ rate: null, median: 0.1, gap: 0.5, tick: null })
    expect(spacingOf([0, 1, 2])?.rate).toBe(1)
    expect(spacingOf([0, 3, 10, 17])?.rate).toBeNull()
  })

  test('beyond belief is none', () => {
    expect(spacingOf(range(20).map((i) => i * 1e6))?.rate).toBeNull()
    expect(spacingOf(range(20).map((i) => i * 1e-7))?.rate).toBeNull()
    // Many samples with the same time, once in a week.
    const rare = range(20).flatMap((week) => Array<number>(3).fill(week * 7 * 86_400))
    expect(spacingOf(rare)).toMatchObject({ rate: null, tick: null })
  })

  test('of times written to the second is spread over it', () => {
    const ticks = (...counts: readonly number[]) =>
      counts.flatMap((count, second) => Array<number>(count).fill(second * 2))
    expect(spacingOf(ticks(20, 50, 50, 50, 10))).toEqual({ rate: 25, median: 0.04, gap: 3, tick: 2 })
    // The first and the last may be incomplete, others by a fifth.
    expect(spacingOf(ticks(1, 50, 40, 60, 50, 1))?.tick).toBe(2)
    expect(spacingOf(ticks(1, 50, 30, 70, 50, 1))?.tick ?? null).toBeNull()
    // Four in five of the others.
    expect(spacingOf(ticks(1, 50, 50, 50, 50, 90, 1))?.tick).toBe(2)
    expect(spacingOf(ticks(1, 50, 50, 50, 90, 1))?.tick ?? null).toBeNull()
    // By one sample if there are few.
    expect(spacingOf(ticks(3, 3, 4, 3, 4, 3, 3))?.tick).toBe(2)
    expect(spacingOf(ticks(3, 3, 5, 3, 5, 3, 3))?.tick ?? null).toBeNull()
    // Three of each, and two in whole.
    expect(spacingOf(ticks(3, 3, 3, 3))?.rate).toBe(1.5)
    expect(spacingOf(ticks(2, 2, 2, 2))?.tick ?? null).toBeNull()
    expect(spacingOf(ticks(5, 5, 5))?.tick ?? null).toBeNull()
    // Nine ticks in ten that are even.
    const secondsOf = (steps: number, odd: number) => {
      let at = 0
      const seconds = [0, ...range(steps).map((i) => (at += i < odd ? 3 : 1))]
      return spacingOf(seconds.flatMap((second) => Array<number>(9).fill(second)))?.tick ?? null
    }
    expect([secondsOf(10, 1), secondsOf(11, 2)]).toEqual([1, null])
    // Ticks that are not even.
    const odd = [0, 2, 4, 6, 9, 11, 14, 16, 18].flatMap((second) => Array<number>(9).fill(second))
    expect(spacingOf(odd)?.tick ?? null).toBeNull()
  })

  test('of times in single precision, which are coarse, is that of their rate', () => {
    const times = range(1000).map((i) => Math.fround(100_000 + i / 50) - 100_000)
    expect(spacingOf(times)?.rate).toBe(50)
    // Coarser still: neighbours differ by one or two of the last digit, and one that is left out is a gap.
    const coarse = spacingOf(range(1000).map((i) => Math.fround(200_000 + i / 50) - 200_000))
    expect(coarse?.rate).toBe(50)
    expect(coarse?.gap).toBeCloseTo(0.04, 4)
  })
})

test('times that go back are omitted until they are past the last one', () => {
  expect(rising([0, 1, 1, 0.5, Number.NaN, 0.9, 2])).toEqual([0, 1, 1, 2])
  expect(rising([])).toEqual([])
})
