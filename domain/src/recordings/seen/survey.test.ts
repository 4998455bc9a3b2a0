import { expect, test } from 'vitest'
import { openRecording } from '../open/open-recording.ts'
import type { Recording } from '../recording.ts'
import { memorySource } from '../source.ts'
import { mostGaps, Surveyor, survey } from './survey.ts'

/** Channels with these rates, in a file that says how long it lasts. */
function recordingOf(rates: readonly number[], duration: number | null = null): Recording {
  const channels = rates.map((rate) => ({ name: 'x', unit: null, kind: 'other' as const, rate }))
  return {
    description: { format: 'x', recognised: [], start: null, clock: 'unknown', duration, channels, samples: null },
    layout: null,
    fingerprint: null,
    annotations: async () => [],
    async *blocks() {},
  }
}

test('a survey describes a file’s contents, gaps and faults', async () => {
  const line = (second: number, value: string) => `2026-03-01T10:00:${String(second).padStart(2, '0')}Z,${value}`
  const lines = [...Array(10).keys()].map((second) => line(second, `${second}`))
  lines.push(line(10, 'oops'), ...[...Array(10).keys()].map((second) => line(second + 30, '1')))
  const text = ['time,heart rate (bpm)', ...lines, ''].join('\n')
  const recording = await openRecording(memorySource(new TextEncoder().encode(text)), 'hr.csv')
  const found = await survey(recording)
  expect(found).toMatchObject({
    format: 'CSV',
    start: Date.parse('2026-03-01T10:00:00Z') / 1000,
    clock: 'utc',
    duration: 40,
    channels: [{ name: 'heart rate', unit: 'bpm', kind: 'heart-rate', rate: 1, samples: 20 }],
    samples: 20,
    gaps: { count: 1, seconds: 20, longest: [{ at: 10, seconds: 20 }] },
    faults: [{ what: 'not-a-number', count: 1 }],
  })
  expect(JSON.parse(JSON.stringify(found))).toEqual(found)
})

test('of many gaps the longest are listed, in chronological order', () => {
  const surveyor = new Surveyor([{ rate: 1 }])
  const lengths = Array.from({ length: 1000 }, (_, i) => ((i * 7919) % 1000) + 1)
  let at = 0
  for (const length of [...lengths, 0]) {
    surveyor.add({ channel: 0, at, step: 1, values: Float32Array.of(1) })
    at += 1 + length
  }
  const { count, seconds, longest } = surveyor.result(recordingOf([1]), 0).gaps
  expect({ count, seconds }).toEqual({ count: 1000, seconds: 500_500 })
  expect(longest.map((gap) => gap.seconds).sort((a, b) => a - b)).toEqual(
    lengths.toSorted((a, b) => a - b).slice(-mostGaps),
  )
  expect(longest.map((gap) => gap.at)).toEqual(longest.map((gap) => gap.at).toSorted((a, b) => a - b))
})

/** Three channels at 10 Hz, of which the first lacks what `isMissing` says. */
async function surveyWithout(isMissing: (row: number) => boolean, rows = 600) {
  const lines = Array.from({ length: rows }, (_, row) => {
    const time = new Date(Date.UTC(2026, 2, 1, 10) + row * 100).toISOString()
    return `${time},${isMissing(row) ? '' : `${row}.5`},1.5,${row}.25`
  })
  const text = ['time,x,y,z', ...lines, ''].join('\n')
  return survey(await openRecording(memorySource(new TextEncoder().encode(text)), 'x.csv'))
}

test('a channel that drops out while others go on has a gap', async () => {
  const { gaps } = await surveyWithout((row) => row >= 200 && row < 500)
  expect(gaps.count).toBe(1)
  expect(gaps.longest[0]?.at).toBeCloseTo(20, 6)
  expect(gaps.seconds).toBeCloseTo(30, 6)
})

test('a channel that begins later or ends earlier than others has a gap there', async () => {
  const late = await surveyWithout((row) => row < 100)
  expect(late.gaps).toMatchObject({ count: 1, longest: [{ at: 0 }] })
  expect(late.gaps.seconds).toBeCloseTo(10, 6)
  const early = await surveyWithout((row) => row >= 500)
  expect(early.gaps.longest[0]?.at).toBeCloseTo(50, 6)
  expect(early.gaps.count).toBe(1)
})

test('single missing samples are no gap', async () => {
  expect((await surveyWithout((row) => row % 7 === 3)).gaps.count).toBe(0)
})

test('the gaps listed are those of the channel that lacks most, not of the one with most', () => {
  const surveyor = new Surveyor([{ rate: 1 }, { rate: 1 }])
  const one = Float32Array.of(1)
  for (let at = 0; at <= 100; at += 20)
    surveyor.add({ channel: 0, at, step: 1, values: one.slice(), continues: at === 0 })
  for (const at of [0, 100]) surveyor.add({ channel: 1, at, step: 1, values: one })
  expect(surveyor.result(recordingOf([1, 1]), 0).gaps).toEqual({
    count: 1,
    seconds: 99,
    longest: [{ at: 1, seconds: 99 }],
  })
})

test('what a file says that it lasts beyond its samples is a gap, of all of it if there are none', () => {
  const surveyOf = (samples: number, duration: number | null) => {
    const surveyor = new Surveyor([{ rate: 1 }, { rate: 1 }])
    if (samples > 0) surveyor.add({ channel: 0, at: 0, step: 1, values: new Float32Array(samples) })
    return surveyor.result(recordingOf([1, 1], duration), 0)
  }
  const ended = surveyOf(20, 60)
  expect(ended.gaps).toEqual({ count: 1, seconds: 40, longest: [{ at: 20, seconds: 40 }] })
  // A channel without samples, beside others, is told by their number.
  expect(ended.channelGaps?.[1]).toEqual({ count: 0, seconds: 0, longest: [] })
  expect(surveyOf(0, 60).gaps).toEqual({ count: 1, seconds: 60, longest: [{ at: 0, seconds: 60 }] })
  expect(surveyOf(0, null).gaps.count).toBe(0)
  for (const samples of [59, 60, 61]) expect(surveyOf(samples, 60).gaps.count).toBe(0)
})
