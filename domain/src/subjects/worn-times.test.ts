import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatActivityTime } from '../activities/activity-time.ts'
import { isWornOn, isWornWithin } from './worn-times.ts'

const zone = 'Europe/Oslo'
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
const dayOf = (seconds: number) => formatActivityTime(seconds, zone).slice(0, 10)
// Ten years, with every change of clocks in them.
const second = fc.integer({ min: 1_700_000_000, max: 2_000_000_000 })

describe('a device is worn on a day', () => {
  test.each([
    { name: 'put on in its last second', from: '2026-10-20T21:59:59Z', to: null, is: true },
    { name: 'put on at the next midnight', from: '2026-10-20T22:00:00Z', to: null, is: false },
    { name: 'taken off at its first midnight', from: null, to: '2026-10-19T22:00:00Z', is: false },
    { name: 'taken off after it began', from: null, to: '2026-10-19T22:00:01Z', is: true },
    { name: 'worn, nobody knows since when', from: null, to: null, is: true },
  ])('$name: $is', ({ from, to, is }) => {
    expect(isWornOn({ from, to }, '2026-10-20', zone)).toBe(is)
  })

  test('the day on which clocks are put back has 25 hours', () => {
    const from = '2026-10-25T22:30:00Z'
    expect(isWornOn({ from, to: null }, '2026-10-25', zone)).toBe(true)
  })

  test('without a day every time is meant', () => {
    expect(isWornOn({ from: '2026-10-20T22:00:00Z' }, '', zone)).toBe(true)
    expect(isWornOn({ from: '2026-10-20T22:00:00Z' }, '20.10.26', zone)).toBe(true)
  })

  test('if and only if a second of it lies within the day', () => {
    fc.assert(
      fc.property(second, fc.nat(200_000), second, (begin, length, other) => {
        const worn = { from: iso(begin), to: iso(begin + length + 1) }
        expect(isWornOn(worn, dayOf(begin), zone)).toBe(true)
        expect(isWornOn(worn, dayOf(begin + length), zone)).toBe(true)
        const isWithin = dayOf(other) >= dayOf(begin) && dayOf(other) <= dayOf(begin + length)
        expect(isWornOn(worn, dayOf(other), zone)).toBe(isWithin)
      }),
    )
  })
})

test('two times meet whichever is asked first', () => {
  fc.assert(
    fc.property(second, fc.integer({ min: 1, max: 1e6 }), second, fc.integer({ min: 1, max: 1e6 }), (a, n, b, m) => {
      const meet = isWornWithin({ from: iso(a), to: iso(a + n) }, b, b + m)
      expect(isWornWithin({ from: iso(b), to: iso(b + m) }, a, a + n)).toBe(meet)
    }),
  )
})
