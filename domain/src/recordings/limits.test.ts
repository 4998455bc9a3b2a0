import { expect, test } from 'vitest'
import { isBelievableRate, limits, makeBreathe } from './limits.ts'

test('an implausible rate is ignored', () => {
  for (const rate of [Number.NaN, 0, -100, Number.POSITIVE_INFINITY, limits.highestRate * 2, 1e-300])
    expect(isBelievableRate(rate)).toBe(false)
  for (const rate of [1 / 3600, 1, 31.25, 102.4, 30_000]) expect(isBelievableRate(rate)).toBe(true)
})

test('a reader that has occupied the thread for long lets other work run', async () => {
  const breathe = makeBreathe()
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  for (const until = performance.now() + 200; performance.now() < until; ) await breathe()
  clearInterval(timer)
  expect(turns).toBeGreaterThan(0)
})

test('a cancelled reader stops at its next pause', async () => {
  const controller = new AbortController()
  const breathe = makeBreathe(controller.signal)
  await breathe()
  controller.abort()
  await expect(breathe()).rejects.toThrow(/abort/i)
})
