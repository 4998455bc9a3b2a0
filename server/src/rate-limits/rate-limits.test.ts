import { expect, test, vi } from 'vitest'
import { makeCallLimiter, makePace } from './rate-limits.ts'

test('the calls per minute are accepted, then one more as soon as there is room', () => {
  let now = 0
  const limiter = makeCallLimiter(60, () => now)
  for (let call = 0; call < 60; call++) expect(limiter.take('kari')).toBeUndefined()
  expect(limiter.take('kari')).toBe(1)
  now += 1000
  expect(limiter.take('kari')).toBeUndefined()
  expect(limiter.take('kari')).toBe(1)
})

test('one key does not use up the calls of another', () => {
  const limiter = makeCallLimiter(1, () => 0)
  expect(limiter.take('kari')).toBeUndefined()
  expect(limiter.take('kari')).toBe(60)
  expect(limiter.take('ola')).toBeUndefined()
})

test('a limit of 0 means no limit', () => {
  const limiter = makeCallLimiter(0, () => 0)
  for (let call = 0; call < 1000; call++) expect(limiter.take('kari')).toBeUndefined()
})

test('a key shared by many may have more', () => {
  const limiter = makeCallLimiter(1, () => 0)
  for (let call = 0; call < 20; call++) expect(limiter.take('hospital', 20)).toBeUndefined()
  expect(limiter.take('hospital', 20)).toBe(3)
})

test('a clock set back by a day locks nobody out', () => {
  const limiter = makeCallLimiter(60)
  limiter.take('kari')
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 86_400_000)
  try {
    expect(limiter.take('kari')).toBeUndefined()
  } finally {
    clock.mockRestore()
  }
})

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
