import { expect, test } from 'vitest'
import { openRecording } from '../open/open-recording.ts'
import { memorySource } from '../source.ts'
import { measureTime } from './measure-recording.ts'
import { measuredTime } from './measured-time.ts'

const activity = { startTime: 1000, stopTime: 1600 }

test('the time of the activity is measured, if any of it was recorded', () => {
  const within = measuredTime({ from: 900, to: 1700 }, activity)
  expect(within).toEqual({ begun: 900, from: 100, to: 700, ofActivity: true })
  const later = measuredTime({ from: 1599, to: 1700 }, activity)
  expect(later).toEqual({ begun: 1599, from: -599, to: 1, ofActivity: true })
})

test('otherwise the whole recording is measured', () => {
  const after = measuredTime({ from: 1600, to: 1700 }, activity)
  expect(after).toEqual({ begun: 1600, from: 0, to: 100, ofActivity: false })
  const before = measuredTime({ from: 900, to: 1000 }, activity)
  expect(before).toEqual({ begun: 900, from: 0, to: 100, ofActivity: false })
  const unknown = measuredTime(undefined, activity)
  expect(unknown).toEqual({ begun: null, from: 0, to: Number.POSITIVE_INFINITY, ofActivity: false })
})

test('of a recording whose end is not known, all of it is measured', async () => {
  const rows = Array.from({ length: 500 }, (_, i) => `${(i / 50).toFixed(2)},${i % 7}`)
  const open = () => openRecording(memorySource(new TextEncoder().encode(['t (s),a', ...rows, ''].join('\n'))), 'a.csv')
  const whole = await measureTime(await open(), { from: 0, to: Number.POSITIVE_INFINITY }, 5)
  expect(whole.to).toBeCloseTo(10, 6)
  expect(whole.results.find(({ measure }) => measure === 'mean')?.epochs).toHaveLength(2)
  const part = await measureTime(await open(), { from: 2, to: 4 }, 5)
  expect(part.to).toBe(4)
})

test('without a rate, only what does not depend on it is measured', async () => {
  const rows = Array.from({ length: 200 }, (_, i) => `${i % 7},0.1,${1 + (i % 3) / 10}`)
  const text = ['acc_x,acc_y,acc_z', ...rows, ''].join('\n')
  const recording = await openRecording(memorySource(new TextEncoder().encode(text)), 'a.csv')
  const { results } = await measureTime(recording, { from: 0, to: Number.POSITIVE_INFINITY }, 5)
  expect(new Set(results.map(({ method }) => method))).toEqual(new Set(['statistics']))
  expect(results.find(({ channel, measure }) => channel === 'acc_y' && measure === 'mean')?.value).toBeCloseTo(0.1, 9)
  expect(results.flatMap(({ epochs }) => epochs)).toEqual([])
})
