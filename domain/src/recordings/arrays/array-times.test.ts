import { expect, test } from 'vitest'
import { findTimeline, isTimeName, type TimesStated } from './array-times.ts'

const march = Date.UTC(2026, 2, 1, 22) / 1000
const eight = Array.from({ length: 8 }, (_, index) => index)
const find = (times: readonly number[], stated: Partial<TimesStated> = {}) =>
  findTimeline(Float64Array.from(times), times.length, {
    name: 'time',
    unit: undefined,
    rate: null,
    isMatlab: false,
    ...stated,
  })
const every = (step: number, first = 0) => eight.map((index) => first + index * step)
const scaleOf = (...given: Parameters<typeof find>) => find(...given)?.scale

test('an array of times is known by its name, which may name a unit', () => {
  for (const name of ['t', 'T', 'time', 'times', 'timestamp', 'Time_Stamps', 't_ms', 'time (s)', 'time(us)', 'time_h'])
    expect(isTimeName(name)).toBe(true)
  for (const name of ['tt', 'temp', 'time_x', 'tms', 'runtime', 't1']) expect(isTimeName(name)).toBe(false)
})

test.each([
  ['s', 1],
  ['Seconds', 1],
  ['msec', 1e-3],
  ['milliseconds', 1e-3],
  ['µs', 1e-6],
  ['microseconds', 1e-6],
  ['ns', 1e-9],
  ['min', 60],
  ['hours', 3600],
  ['days', 86_400],
])('times count in the unit that stands with them: %s', (unit, scale) => {
  expect(scaleOf(every(1), { unit })).toBe(scale)
  expect(scaleOf(every(1), { name: `a.time_${unit}` })).toBe(scale)
})

test('otherwise the rate of what is beside them decides', () => {
  expect(scaleOf(every(20), { rate: 50 })).toBe(1e-3)
  expect(scaleOf(every(2), { rate: 0.5 })).toBe(1)
  expect(scaleOf(every(0.02), { rate: 50 })).toBe(1)
  expect(scaleOf(every(20_000), { rate: 50 })).toBe(1e-6)
})

test('whole numbers with steps above one are milliseconds, and usual epochs seconds, which is assumed', () => {
  expect(find(every(10))).toMatchObject({ scale: 1e-3, assumed: 'ms' })
  expect(find(every(30))).toMatchObject({ scale: 1, assumed: 's' })
  for (const times of [every(1), every(0.5), every(10, 0.5), [0, 1, 4, 9, 16]]) {
    expect(find(times)).toMatchObject({ scale: 1 })
    expect(find(times)).not.toHaveProperty('assumed')
  }
})

test.each([
  [1, 's'],
  [1e3, 'ms'],
  [1e6, 'us'],
  [1e9, 'ns'],
])('instants are known by their size, in %d a second', (units, _name) => {
  const found = find(every(units / 4, march * units))
  expect(found).toMatchObject({ origin: march, clock: 'utc' })
  expect(found?.step).toBeCloseTo(0.25, 6)
})

test('numbers of another century, or in a unit in which they are none, are no instants', () => {
  expect(find(every(1, 3e8))).toMatchObject({ clock: 'unknown', scale: 1 })
  expect(find(every(1, 4.2e9))?.clock).toBe('unknown')
  expect(find(every(1, march), { unit: 'ms' })?.clock).toBe('unknown')
  expect(find(every(1, march), { unit: 's' })?.clock).toBe('utc')
})

test('a unit with a date tells the start', () => {
  const unit = 'seconds since 2026-03-01 21:00:00'
  expect(find(every(1, 3600), { unit })).toMatchObject({ origin: march, clock: 'utc', scale: 1 })
  expect(find(every(1, 1), { unit: 'hours since 2026-03-01T21:00' })).toMatchObject({ origin: march, scale: 3600 })
  expect(find(every(1, 22), { unit: 'h since 2026-03-01' })?.origin).toBe(march)
})

test('days of MATLAB are those of its files only', () => {
  const first = 719_529 + march / 86_400
  const days = every(0.5 / 86_400, first)
  expect(find(days, { isMatlab: true })).toMatchObject({ scale: 86_400, origin: march, clock: 'local' })
  expect(find(days, { isMatlab: true, unit: 's' })?.clock).toBe('unknown')
  expect(find(days)?.clock).toBe('unknown')
})

test('times that go back or last a century are none', () => {
  expect(find([0, 1, 0.5, 2])).toBeNull()
  expect(find(every(1), { unit: 'h' })?.length).toBe(7 * 3600)
  expect(find(every(200_000), { unit: 'days' })).toBeNull()
})
