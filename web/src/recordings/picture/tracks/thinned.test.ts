import { expect, test } from 'vitest'
import { thinned } from './thinned.ts'

const shown = { from: 0, to: 1800 }
const mark = (at: number, text = 0) => ({ from: at, to: at, text })

test('of few marks, those in the range are drawn', () => {
  const items = [mark(-1), mark(0), mark(900, 1), mark(1800), mark(1801)]
  expect(thinned(items, shown)).toEqual(items.slice(1, 4))
})

test('of many marks, as many are drawn as can be told apart, up to the end, and rare ones over the others', () => {
  const beats = Array.from({ length: 6000 }, (_, i) => mark(i * 0.3))
  const rare = [mark(10, 1), mark(1799.9, 2)]
  const drawn = thinned([...beats, ...rare], shown)
  expect(drawn.length).toBeLessThanOrEqual(1002)
  expect(drawn.slice(-2)).toEqual(rare)
  const times = drawn.slice(0, -2).map(({ from }) => from)
  expect(times.at(0)).toBe(0)
  expect(times.at(-1)).toBeGreaterThan(1797)
  for (const [index, time] of times.slice(1).entries()) expect(time - (times[index] ?? 0)).toBeLessThan(3.6)
})

test('what lasts is drawn whatever is beside it, and there is an end to it', () => {
  const beats = Array.from({ length: 2000 }, (_, i) => mark(i * 0.9))
  const events = [0, 1, 2].map((from) => ({ from, to: from + 100, text: 1 }))
  expect(thinned([...beats, ...events], shown).filter(({ text }) => text === 1)).toEqual(events)
  const long = Array.from({ length: 5000 }, () => ({ from: 0, to: 100, text: 0 }))
  expect(thinned(long, shown)).toHaveLength(4000)
})
