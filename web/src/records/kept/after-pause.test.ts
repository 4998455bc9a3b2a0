import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { afterPause } from './after-pause.ts'

const pauseMs = 300
const longestMs = 2_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Works that are given every so many milliseconds. Returns when each ran, since the first was given. */
function given(count: number, everyMs: number): { work: number; at: number }[] {
  const later = afterPause({ pauseMs, longestMs })
  const began = performance.now()
  const ran: { work: number; at: number }[] = []
  for (let work = 0; work < count; work += 1) {
    later(() => ran.push({ work, at: performance.now() - began }))
    if (work < count - 1) vi.advanceTimersByTime(everyMs)
  }
  vi.runAllTimers()
  return ran
}

test('of works that are given without a pause, the last one runs, after a pause', () => {
  expect(given(5, 100)).toEqual([{ work: 4, at: 400 + pauseMs }])
})

test('each runs if there is a pause between them', () => {
  expect(given(3, pauseMs)).toEqual([0, 1, 2].map((work) => ({ work, at: (work + 1) * pauseMs })))
})

test('without any pause, one runs once the first has waited long enough', () => {
  expect(given(50, 100)).toEqual([
    { work: 19, at: longestMs },
    { work: 39, at: 2 * longestMs },
    { work: 49, at: 4_900 + pauseMs },
  ])
})
