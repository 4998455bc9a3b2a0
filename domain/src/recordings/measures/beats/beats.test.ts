import { expect, test } from 'vitest'
import { measureColumns, resultOf } from '../../testing/measure-inputs.ts'
import { Intervals } from './intervals.ts'
import { correlation, isUsable } from './quality.ts'

const rate = 250

/** A heart that beats at these times in seconds: a narrow complex and a wide T wave after it. */
function heart(times: readonly number[], seconds: number, height = 1): number[] {
  const bump = (t: number, width: number) => Math.exp(-(t * t) / (2 * width * width))
  const signal = new Float64Array(seconds * rate)
  for (const time of times) {
    for (let i = Math.max(0, Math.round((time - 0.2) * rate)); i < Math.min(signal.length, (time + 0.6) * rate); i++) {
      const t = i / rate - time
      signal[i] = (signal[i] ?? 0) + height * (bump(t, 0.012) - 0.2 * bump(t - 0.03, 0.01) + 0.3 * bump(t - 0.3, 0.05))
    }
  }
  return [...signal]
}

const every = (interval: number, seconds: number) =>
  Array.from({ length: Math.floor((seconds - 0.5) / interval) }, (_, i) => 0.4 + i * interval)
const measured = (signal: readonly number[], measure: string) =>
  resultOf(measureColumns([signal], rate, 60, 'ecg'), measure).value

/** The same numbers at each run, from -1 to 1. */
function noise(length: number): number[] {
  let seed = 7
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return (2 * seed) / 2_147_483_647 - 1
  })
}

test('a regular heart has its rate, all of its beats, and no variation', () => {
  const times = every(0.8, 60)
  const results = measureColumns([heart(times, 60)], rate, 60, 'ecg')
  expect(resultOf(results, 'beats')).toMatchObject({ value: times.length, unit: 'beats' })
  expect(resultOf(results, 'heart_rate').value).toBeCloseTo(75, 6)
  expect(resultOf(results, 'rr_mean').value).toBeCloseTo(800, 6)
  expect(resultOf(results, 'sdnn').value).toBeCloseTo(0, 6)
  expect(resultOf(results, 'ecg_usable')).toMatchObject({ value: 100, unit: '%' })
})

test('the polarity and the size of a lead change nothing', () => {
  const signal = heart(every(0.7, 40), 40)
  const [beats, rateOf] = [measured(signal, 'beats'), measured(signal, 'heart_rate')]
  for (const factor of [-1, 1000, 0.001]) {
    const changed = signal.map((value) => value * factor + 3 * factor)
    expect([measured(changed, 'beats'), measured(changed, 'heart_rate')]).toEqual([beats, rateOf])
  }
})

test('intervals that alternate have the variation that they have', () => {
  const times = Array.from({ length: 60 }, (_, i) => 0.4 + Math.floor(i / 2) * 1.7 + (i % 2) * 0.8)
  const signal = heart(times, 52)
  expect(measured(signal, 'rr_mean')).toBeCloseTo(850, -1)
  expect(measured(signal, 'rmssd')).toBeCloseTo(100, -1)
  expect(measured(signal, 'sdnn')).toBeCloseTo(50, -1)
  expect(measured(signal, 'pnn50')).toBe(100)
})

test('where there is only noise, or nothing, no rate is given', () => {
  for (const signal of [
    noise(60 * rate),
    new Array(60 * rate).fill(0.3),
    noise(60 * rate).map((value, i) => value + Math.sin(i / 9)),
  ]) {
    expect(measured(signal, 'ecg_usable')).toBe(0)
    for (const measure of ['beats', 'heart_rate', 'rr_mean', 'sdnn', 'rmssd', 'pnn50'])
      expect(measured(signal, measure)).toBeNull()
  }
})

test('a disturbed stretch is left out, and the rate is that of the others', () => {
  const signal = heart(every(0.8, 60), 60)
  const loud = noise(signal.length)
  const disturbed = signal.map((value, i) => (i >= 20 * rate && i < 40 * rate ? value + 5 * (loud[i] ?? 0) : value))
  expect(measured(disturbed, 'heart_rate')).toBeCloseTo(75, 0)
  expect(measured(disturbed, 'ecg_usable')).toBeGreaterThanOrEqual(50)
  expect(measured(disturbed, 'ecg_usable')).toBeLessThan(70)
  // If less than half is usable, there is no rate.
  const worse = signal.map((value, i) => (i >= 20 * rate ? value + 5 * (loud[i] ?? 0) : value))
  expect(measured(worse, 'heart_rate')).toBeNull()
})

test.each([
  ['a rate of 75', [0, 0.8, 1.6, 2.4, 3.2], true],
  ['a rate below 40', [0, 1.6, 3.2, 4.8], false],
  ['a rate above 180', [0, 0.3, 0.6, 0.9, 1.2], false],
  ['an interval unlike the others', [0, 0.5, 1, 2.2, 2.7], false],
  ['two beats', [0, 0.8], false],
])('%s: usable %s', (_, seconds, expected) => {
  const signal = heart(
    seconds.map((each) => each + 1),
    10,
  )
  const at = (index: number) => signal[index] ?? Number.NaN
  expect(
    isUsable(
      seconds.map((each) => Math.round((each + 1) * rate)),
      rate,
      at,
    ),
  ).toBe(expected)
})

test('beats that do not look alike are not usable', () => {
  const loud = noise(10 * rate)
  expect(
    isUsable(
      [1, 1.8, 2.6, 3.4].map((each) => each * rate),
      rate,
      (index) => loud[index] ?? Number.NaN,
    ),
  ).toBe(false)
})

test('correlation is that of Pearson', () => {
  expect(correlation(Float64Array.of(1, 2, 3), Float64Array.of(2, 4, 6))).toBeCloseTo(1, 12)
  expect(correlation(Float64Array.of(1, 2, 3), Float64Array.of(1, 3, 2))).toBeCloseTo(0.5, 12)
  expect(correlation(Float64Array.of(1, 1, 1), Float64Array.of(1, 3, 2))).toBe(0)
})

test('statistics of intervals are those of their definitions', () => {
  const intervals = new Intervals()
  expect([intervals.rate, intervals.mean, intervals.sdnn, intervals.rmssd, intervals.pnn50]).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
  // Differences of 50 and 60 ms; the interval after a gap has none.
  for (const [seconds, follows] of [
    [0.8, false],
    [0.85, true],
    [0.79, true],
    [0.9, false],
  ] as const)
    intervals.add(seconds, follows)
  expect(intervals.mean).toBeCloseTo(835, 9)
  expect(intervals.rate).toBeCloseTo(60 / 0.835, 9)
  expect(intervals.sdnn).toBeCloseTo(Math.sqrt((35 ** 2 + 15 ** 2 + 45 ** 2 + 65 ** 2) / 3), 9)
  expect(intervals.rmssd).toBeCloseTo(Math.sqrt((50 ** 2 + 60 ** 2) / 2), 9)
  expect(intervals.pnn50).toBe(50)
})
