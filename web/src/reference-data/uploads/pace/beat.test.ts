import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beatOf } from './beat.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const now = () => Date.now()

test('is said at once and every ten seconds, until it is stopped', async () => {
  const say = vi.fn(async () => undefined)
  const beat = beatOf(say, now)
  expect(say).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(say).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(20_001)
  expect(say).toHaveBeenCalledTimes(4)
  beat.stop()
  beat.due()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(say).toHaveBeenCalledTimes(4)
})

test('follows progress where timers are slowed, and not more often', async () => {
  const say = vi.fn(async () => undefined)
  let at = 0
  const beat = beatOf(say, () => at)
  await vi.advanceTimersByTimeAsync(0)
  for (at = 0; at < 60_000; at += 500) {
    beat.due()
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(say).toHaveBeenCalledTimes(6)
  beat.stop()
})

test('that is not answered is not followed by another, and one that fails is', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  const say = vi.fn(() => promise)
  const beat = beatOf(say, now)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(say).toHaveBeenCalledTimes(1)
  reject(new Error('no answer'))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(say).toHaveBeenCalledTimes(2)
  beat.stop()
})
