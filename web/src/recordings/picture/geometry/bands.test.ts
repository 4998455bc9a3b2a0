import { expect, test } from 'vitest'
import { bandsOf, nextBand } from './bands.ts'
import { around } from './time-window.ts'

const activity = (name: string, startTime: number, stopTime: number) => ({
  key: name,
  name,
  startTime,
  stopTime,
})
const bands = bandsOf([activity('walk', 1200, 1300), activity('rest', 1010, 1100)], 'walk', 1000)

test('bands are in chronological order, with the file’s own activity marked', () => {
  expect(bands).toEqual([
    { key: 'rest', name: 'rest', isOwn: false, from: 10, to: 100 },
    { key: 'walk', name: 'walk', isOwn: true, from: 200, to: 300 },
  ])
})

test('the keys go from band to band and stay at the last', () => {
  expect(nextBand(bands, { from: 0, to: 60 }, 1)?.key).toBe('rest')
  expect(nextBand(bands, { from: 0, to: 110 }, 1)?.key).toBe('walk')
  expect(nextBand(bands, { from: 190, to: 310 }, 1)).toBeUndefined()
  expect(nextBand(bands, { from: 190, to: 310 }, -1)?.key).toBe('rest')
})

test('a band in the middle of the whole recording is gone to, and then left', () => {
  const walk = { from: 200, to: 300 }
  for (const step of [1, -1] as const) expect(nextBand(bands.slice(1), { from: 0, to: 500 }, step)?.key).toBe('walk')
  for (const step of [1, -1] as const) expect(nextBand(bands.slice(1), around(walk, 500), step)).toBeUndefined()
})
