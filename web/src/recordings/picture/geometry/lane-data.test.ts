import { Pyramid } from '@casebook/domain/recordings/seen/pyramid.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { laneData, valueAt } from './lane-data.ts'

function pyramidOf(values: readonly number[], step = 0.01): Pyramid {
  const pyramid = new Pyramid(1)
  pyramid.add({ channel: 0, at: 0, step, values: Float64Array.from(values) })
  return pyramid
}

test('a planted peak is drawn at every zoom', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 49_999 }),
      fc.integer({ min: 0, max: 12 }),
      fc.boolean(),
      (place, level, isUp) => {
        const values = new Array(50_000).fill(0)
        values[place] = isUp ? 7 : -7
        const span = 500 / 2 ** level
        const from = Math.floor((place * 0.01) / span) * span
        const data = laneData([pyramidOf(values).view(0, from, from + span, 600)])
        expect(data.ys[0]).toContain(values[place])
        expect(data.x).toEqual(data.x.toSorted((a, b) => a - b))
      },
    ),
    { numRuns: 40 },
  )
})

test('a gap interrupts the line and is reported', () => {
  const pyramid = pyramidOf([1, 2, 3, 4], 1)
  pyramid.add({ channel: 0, at: 60, step: 1, values: Float64Array.of(5, 6) })
  const { x, ys, gaps } = laneData([pyramid.view(0, 0, 62, 62)])
  const breaks = x.filter((_, index) => ys[0]?.[index] === null)
  expect(breaks).toHaveLength(1)
  expect(breaks[0]).toBeGreaterThan(3)
  expect(breaks[0]).toBeLessThanOrEqual(60)
  expect(gaps).toHaveLength(1)
  expect(gaps[0]?.from).toBeLessThan(6)
  expect(gaps[0]?.to).toBeGreaterThan(58)
})

test('a gap of the lane is what no channel recorded', () => {
  const pyramid = new Pyramid(2)
  const steps = (length: number) => new Float64Array(length).fill(1)
  // One channel pauses from 20 to 60, the other from 40 to 80.
  pyramid.add({ channel: 0, at: 0, step: 1, values: steps(20) })
  pyramid.add({ channel: 0, at: 60, step: 1, values: steps(60) })
  pyramid.add({ channel: 1, at: 0, step: 1, values: steps(40) })
  pyramid.add({ channel: 1, at: 80, step: 1, values: steps(40) })
  const { gaps } = laneData([pyramid.view(0, 0, 120, 120), pyramid.view(1, 0, 120, 120)])
  expect(gaps).toHaveLength(1)
  expect(gaps[0]?.from).toBeGreaterThan(38)
  expect(gaps[0]?.to).toBeLessThan(62)
})

test('channels with different times do not interrupt each other’s lines', () => {
  const pyramid = new Pyramid(2)
  pyramid.add({ channel: 0, at: 0, step: 1, values: Float64Array.of(1, 2, 3, 4) })
  pyramid.add({ channel: 1, at: 0.5, step: 2, values: Float64Array.of(10, 20) })
  const { ys } = laneData([pyramid.view(0, 0, 4, 100), pyramid.view(1, 0, 4, 100)])
  expect(ys[0]?.filter((value) => value !== undefined)).toEqual([1, 2, 3, 4])
  expect(ys[1]?.filter((value) => value !== undefined)).toEqual([10, 20])
})

test('the value at a time is the nearest one, and none within a gap or outside', () => {
  const pyramid = pyramidOf([1, 2, 3, 4], 1)
  pyramid.add({ channel: 0, at: 60, step: 1, values: Float64Array.of(5, 6) })
  const view = pyramid.view(0, 0, 62, 620)
  expect(valueAt(view, 1.1)).toEqual({ min: 2, max: 2 })
  expect(valueAt(view, 30)).toBeUndefined()
  expect(valueAt(view, 60.9)).toEqual({ min: 6, max: 6 })
  expect(valueAt(view, 400)).toBeUndefined()
})

test('a channel that drops out has no line over the points of the others', () => {
  const pyramid = new Pyramid(2)
  const x = Array.from({ length: 60 }, (_, second) => (second >= 15 && second < 45 ? Number.NaN : 1))
  pyramid.add({ channel: 0, at: 0, step: 1, values: Float64Array.from(x) })
  pyramid.add({ channel: 1, at: 0, step: 1, values: new Float64Array(60).fill(2) })
  const data = laneData([pyramid.view(0, 0, 60, 60), pyramid.view(1, 0, 60, 60)])
  const within = data.x.flatMap((time, index) => (time > 16 && time < 44 ? [data.ys[0]?.[index]] : []))
  expect(within.length).toBeGreaterThan(20)
  expect(within.every((value) => value === null)).toBe(true)
  expect(data.ys[1]).not.toContain(null)
})
