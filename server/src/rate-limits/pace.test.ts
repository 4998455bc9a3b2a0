import { expect, test } from 'vitest'
import { makePace } from './pace.ts'

test('what is free at once delays nothing, what goes beyond waits until it is made up for', () => {
  let now = 0
  const pace = makePace({ atOnce: 1_000, perSecond: 100 }, () => now)
  expect(pace.take('kari', 1_000)).toBe(0)
  expect(pace.take('kari', 50)).toBe(500)
  now += 500
  expect(pace.take('kari', 100)).toBe(1_000)
  expect(pace.take('ola', 1_000)).toBe(0)
  now += 60_000
  expect(pace.take('kari', 1_000)).toBe(0)
})

test('0 means no limit', () => {
  const pace = makePace({ atOnce: 0, perSecond: 0 }, () => 0)
  expect(pace.take('kari', 1e12)).toBe(0)
})
