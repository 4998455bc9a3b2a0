import { describe, expect, test } from 'vitest'
import type { Plan } from './plan.ts'
import { RowTimes } from './row-times.ts'

const plan = (more: object): Plan =>
  ({ counter: null, step: null, origin: { value: 0, fraction: 0 }, scale: 1, spread: null, gap: 1, ...more }) as Plan
const seconds = (iso: string) => Date.parse(iso) / 1000
/** Reads times of text, as the parser does. */
function follow(times: RowTimes, told: readonly number[]): number[] {
  return told.map((second) => {
    times.at = times.fromText(second, 0)
    return times.at
  })
}

describe('a counter', () => {
  const counting = (subs = 1) =>
    new RowTimes(plan({ counter: { column: 0, sub: subs > 1 ? 1 : null, subs }, step: 0.5 }))
  const lostOf = (times: RowTimes, counts: readonly number[]) =>
    counts.map((count) => {
      times.count(count, Number.NaN)
      const { lost } = times
      times.row += lost + 1
      return lost
    })

  test('tells what was lost, and goes on where it wraps', () => {
    expect(lostOf(counting(), [7, 8, 10, 11])).toEqual([0, 0, 1, 0])
    expect(lostOf(counting(), [254, 255, 0, 1])).toEqual([0, 0, 0, 0])
    expect(lostOf(counting(), [254, 2])).toEqual([0, 3])
    expect(lostOf(counting(), [65_534, 1])).toEqual([0, 2])
    expect(lostOf(counting(), [65_536, 65_535])).toEqual([0, 0])
    expect(lostOf(counting(), [2 ** 32 - 2, 1])).toEqual([0, 2])
    // One that is beyond all of them was reset.
    expect(lostOf(counting(), [2 ** 32, 5])).toEqual([0, 0])
    expect(lostOf(counting(), [5, 5, 6])).toEqual([0, 0, 0])
  })

  test('that jumps too far was reset', () => {
    expect(lostOf(counting(), [0, 1_000_000])).toEqual([0, 999_999])
    expect(lostOf(counting(), [0, 1_000_001])).toEqual([0, 0])
  })

  test('counts frames with several lines each', () => {
    const times = counting(4)
    const lost = [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, Number.NaN],
      [1, 3],
    ].map(([frame = 0, sub = 0]) => {
      times.count(frame, sub)
      return times.lost
    })
    expect(lost).toEqual([0, 0, 2, 0, 2])
    // It wraps after as many frames.
    times.count(255, 3)
    times.count(0, 0)
    expect(times.lost).toBe(0)
    times.count(255, 3)
    times.count(0, 3)
    expect(times.lost).toBe(3)
  })

  test('that is not there tells nothing', () => {
    const times = counting()
    times.count(5, 0)
    times.count(8, 0)
    expect(times.lost).toBe(2)
    times.count(Number.NaN, 0)
    expect([times.lost, times.counted]).toEqual([0, 8])
    const none = new RowTimes(plan({}))
    none.count(5, 0)
    expect([none.lost, none.counted]).toEqual([0, null])
  })

  test('moves the lines after it', () => {
    const times = counting()
    times.row = 4
    times.lost = 2
    expect(times.fromRow()).toBe(3)
    const unknown = new RowTimes(plan({}))
    unknown.row = 4
    expect(unknown.fromRow()).toBe(4)
    expect(counting().fromRow()).toBe(0)
  })
})

describe('numbers', () => {
  test('count from the first, in their unit', () => {
    const times = new RowTimes(plan({ origin: { value: 500, fraction: 0 }, scale: 1e-3 }))
    expect([times.fromNumber(500), times.fromNumber(2500), times.resolution]).toEqual([0, 2, 0])
  })

  test('of single precision are as exact as they are small', () => {
    const times = new RowTimes(plan({ isSingle: true, scale: 1e-3 }))
    times.fromNumber(1)
    expect(times.resolution).toBeCloseTo(2 ** -23 / 1000, 15)
    times.fromNumber(-100_000)
    expect(times.resolution).toBeCloseTo(2 ** -7 / 1000, 15)
  })

  test('that are the same are spread until before the next', () => {
    const times = new RowTimes(plan({ spread: { tick: 1, step: 0.25 } }))
    const spread = [5, 5, 5, 5, 5, 5, 6, 6, 8].map((value) => times.fromNumber(value))
    expect(spread).toEqual([5, 5.25, 5.5, 5.75, 5.999, 5.999, 6, 6.25, 8])
  })
})

describe('texts', () => {
  test('count from the first, with their fractions', () => {
    const times = new RowTimes(plan({ origin: { value: 100, fraction: 0.25 }, time: { form: 'date-time' } }))
    expect([times.fromText(100, 0.25), times.fromText(101, 0.5)]).toEqual([0, 1.25])
  })

  test('of the day go on after midnight, and nowhere else', () => {
    const clock = () => new RowTimes(plan({ time: { form: 'time-of-day' }, origin: { value: 86_000, fraction: 0 } }))
    expect(follow(clock(), [86_000, 86_399, 0, 5])).toEqual([0, 399, 400, 405])
    const two = clock()
    expect(follow(two, [86_000, 10, 50_000, 86_000, 10])).toEqual([0, 410, 50_400, 86_400, 86_810])
    expect(two.days).toBe(2)
    // Half a day back is not a midnight, a second more is.
    const noon = () => new RowTimes(plan({ time: { form: 'time-of-day' } }))
    expect(follow(noon(), [43_200, 0])).toEqual([43_200, 0])
    expect(follow(noon(), [43_201, 0, 43_201, 0])).toEqual([43_201, 86_400, 129_601, 172_800])
  })
})

describe('a local clock', () => {
  const spring = seconds('2025-03-30T01:59:50Z')
  const clock = (origin: number, more: object = {}) =>
    new RowTimes(
      plan({ isLocal: true, gap: 15, time: { form: 'date-time' }, origin: { value: origin, fraction: 0 }, ...more }),
    )

  test('that is set back by an hour goes on', () => {
    const times = clock(0)
    expect(follow(times, [0, 10, -3580, -3570])).toEqual([0, 10, 20, 30])
    expect([times.shift, times.changedHours]).toEqual([3600, 0])
    const at = (told: number) => {
      const own = clock(0)
      follow(own, [0, 4000])
      return [own.fromText(told, 0), own.changedHours]
    }
    expect(at(400)).toEqual([4000, -1])
    expect(at(415)).toEqual([4015, -1])
    // Neither more than an hour back nor less than without a gap.
    expect(at(399)).toEqual([399, 0])
    expect(at(416)).toEqual([416, 0])
    expect(at(4000)).toEqual([4000, 0])
    // Where lines are hours apart, one at the same time as the last is none of an hour before.
    const rare = clock(0, { gap: 7200 })
    expect(follow(rare, [0, 4000, 4000, 5000])).toEqual([0, 4000, 4000, 5000])
  })

  test('that skips an hour on a Sunday in spring goes on', () => {
    const times = clock(spring)
    expect(follow(times, [spring, spring + 3610, spring + 3620])).toEqual([0, 10, 20])
    expect(times.shift).toBe(-3600)
    const at = (jump: number, from = spring, more: object = {}) => {
      const own = clock(from, more)
      follow(own, [from])
      return [own.fromText(from + jump, 0), own.changedHours]
    }
    expect(at(3610)).toEqual([10, 1])
    expect(at(3615)).toEqual([15, 1])
    expect(at(3616)).toEqual([3616, 0])
    expect(at(3599)).toEqual([3599, 0])
    expect(at(3600)).toEqual([3600, 0])
    // Exactly to the hour.
    expect(at(3600, spring + 10)).toEqual([0, 1])
    // Not of a clock in UTC.
    expect(at(3610, spring, { isLocal: false })).toEqual([3610, 0])
  })

  test.each([
    ['2025-03-30T01:59:55Z', true],
    ['2025-04-06T01:59:55Z', true],
    ['2025-09-28T01:59:55Z', true],
    ['2025-10-05T01:59:55Z', true],
    ['2025-03-30T03:59:55Z', false],
    ['2025-03-30T02:59:55Z', true],
    ['2025-03-29T01:59:55Z', false],
    ['2025-02-23T01:59:55Z', false],
    ['2025-05-04T01:59:55Z', false],
    ['2025-08-31T01:59:55Z', false],
    ['2025-11-02T01:59:55Z', false],
    // Later than the jump itself explains.
    ['2025-03-30T01:40:00Z', false],
  ])('that skips the hour after %s does so for summer time: %s', (iso, expected) => {
    const times = clock(seconds(iso))
    follow(times, [seconds(iso)])
    times.fromText(seconds(iso) + 3610, 0)
    expect(times.changedHours).toBe(expected ? 1 : 0)
  })
})
