import { expect, test } from 'vitest'
import { openRecording } from '../open/open-recording.ts'
import { memorySource } from '../source.ts'
import { mostGaps, Surveyor, survey } from './survey.ts'

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
  const surveyor = new Surveyor(1)
  const lengths = Array.from({ length: 1000 }, (_, i) => ((i * 7919) % 1000) + 1)
  let at = 0
  for (const length of [...lengths, 0]) {
    surveyor.add({ channel: 0, at, step: 1, values: Float32Array.of(1) })
    at += 1 + length
  }
  const description = {
    format: 'x',
    recognised: [],
    start: null,
    clock: 'unknown' as const,
    duration: null,
    samples: null,
  }
  const recording = {
    description: { ...description, channels: [{ name: 'x', unit: null, kind: 'other' as const, rate: 1 }] },
    layout: null,
    fingerprint: null,
    annotations: async () => [],
    async *blocks() {},
  }
  const { count, seconds, longest } = surveyor.result(recording, 0).gaps
  expect({ count, seconds }).toEqual({ count: 1000, seconds: 500_500 })
  expect(longest.map((gap) => gap.seconds).sort((a, b) => a - b)).toEqual(
    lengths.toSorted((a, b) => a - b).slice(-mostGaps),
  )
  expect(longest.map((gap) => gap.at)).toEqual(longest.map((gap) => gap.at).toSorted((a, b) => a - b))
})
