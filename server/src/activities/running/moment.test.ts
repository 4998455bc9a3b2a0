import fc from 'fast-check'
import { expect, test } from 'vitest'
import { momentOf } from './moment.ts'

const field = 'startTime'

test('without a time it is now', () => {
  for (const given of [undefined, null]) expect(momentOf(given, { clock: 1, field })).toEqual({ secondsAgo: 0 })
})

test('without a clock it is the time that is given, which is not later than now', () => {
  expect(momentOf(1_000, { clock: undefined, field, now: 1_000_500 })).toEqual({ at: 1_000 })
  expect(() => momentOf(1_001, { clock: undefined, field, now: 1_000_500 })).toThrow('not later than now')
})

test('with a clock it is as long ago as by that clock, however wrong it is and whenever the call arrives', () => {
  const seconds = fc.integer({ min: 0, max: 4_000_000_000 })
  fc.assert(
    fc.property(seconds, fc.nat(100_000), fc.nat(), (given, waited, now) => {
      const clock = given * 1_000 + waited
      expect(momentOf(given, { clock, field, now })).toEqual({ secondsAgo: clock / 1_000 - given })
    }),
  )
  expect(() => momentOf(1_000, { clock: 999_999, field })).toThrow('not later than now')
})

test('a time that can’t be stored is refused', () => {
  for (const given of [0.5, 1e15, -1e15]) expect(() => momentOf(given, { clock: 1, field })).toThrow('whole seconds')
})
