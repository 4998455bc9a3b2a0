import { expect, test } from 'vitest'
import { openRecording } from '../open/open-recording.ts'
import { type Block, type Description, makeFault, type Recording } from '../recording.ts'
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

test('of channels that lack as much, the first tells its gaps', () => {
  const surveyor = new Surveyor([{ rate: 1 }, { rate: 1 }])
  const add = (channel: number, at: number, samples: number) =>
    surveyor.add(blockOf(at, new Array<number>(samples).fill(1), { channel }))
  add(0, 0, 4)
  add(0, 8, 4)
  add(1, 0, 3)
  add(1, 7, 5)
  const { gaps, channelGaps } = surveyor.result(recordingOf([1, 1]), 0)
  expect(channelGaps?.map(({ longest }) => longest)).toEqual([[{ at: 4, seconds: 4 }], [{ at: 3, seconds: 4 }]])
  expect(gaps).toEqual({ count: 1, seconds: 4, longest: [{ at: 4, seconds: 4 }] })
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

/** A block of channel 0. */
const blockOf = (at: number, values: readonly number[], more: Partial<Block> = {}): Block => ({
  channel: 0,
  at,
  step: 1,
  values: Float32Array.from(values),
  ...more,
})
type Told = { rate?: number | null; duration?: number | null; more?: Partial<Description> }
/** The survey of one channel. */
function surveyed(blocks: readonly Block[], { rate = 1, duration = null, more = {} }: Told = {}) {
  const surveyor = new Surveyor([{ rate }])
  for (const block of blocks) surveyor.add(block)
  const { description, ...rest } = recordingOf([1], duration)
  return surveyor.result({ ...rest, description: { ...description, ...more } }, 0)
}
const missing = Number.NaN

test('what a recording says of itself is in its survey, with the number of its annotations and its faults by kind', async () => {
  const given = recordingOf([4, 2], 6)
  const remark = { code: 'utc-offset', params: { minutes: 60 } }
  const description = {
    ...given.description,
    recognised: [remark],
    start: 7,
    clock: 'local',
    device: 'd',
    serialnumber: 's',
  } as const
  const asked: unknown[] = []
  const controller = new AbortController()
  const found = await survey(
    {
      ...given,
      description,
      fingerprint: 'f',
      entries: ['a', 'b'],
      annotations: async (signal) => {
        asked.push(signal)
        return [1, 2].map((at) => ({ at, duration: null, text: 'x' }))
      },
      async *blocks(options) {
        asked.push(options?.signal)
        yield { ...makeFault('cut-off', { count: 2 }) }
        yield blockOf(0, [1, 2, missing, 4], { step: 0.25 })
        yield makeFault('wrong-time')
        yield blockOf(0, [1, 2], { channel: 1, step: 0.5 })
        yield makeFault('cut-off', { count: 3 })
        yield blockOf(0, [1], { channel: 2 })
      },
    },
    controller.signal,
  )
  expect(found).toEqual({
    format: 'x',
    recognised: [remark],
    start: 7,
    clock: 'local',
    duration: 6,
    channels: [
      { name: 'x', unit: null, kind: 'other', rate: 4, samples: 3 },
      { name: 'x', unit: null, kind: 'other', rate: 2, samples: 2 },
    ],
    samples: 5,
    gaps: { count: 1, seconds: 5, longest: [{ at: 1, seconds: 5 }] },
    channelGaps: [1, 1].map((at) => ({ count: 1, seconds: 5, longest: [{ at, seconds: 5 }] })),
    faults: [
      { what: 'cut-off', count: 5 },
      { what: 'wrong-time', count: 1 },
    ],
    annotations: 2,
    device: 'd',
    serialnumber: 's',
    fingerprint: 'f',
    entries: ['a', 'b'],
  })
  expect(asked).toEqual([controller.signal, controller.signal])
  const bare = await survey(given)
  expect(bare).toMatchObject({ device: null, serialnumber: null, fingerprint: null, annotations: 0, faults: [] })
  expect(bare).not.toHaveProperty('entries')
})

test('it lasts as long as it says, or until the end of its last sample, or nobody knows', () => {
  expect(surveyed([blockOf(0, [1, 2, 3]), blockOf(5, [1, 2])]).duration).toBe(7)
  expect(surveyed([blockOf(0, [1, 2, 3])], { duration: 2 }).duration).toBe(2)
  expect(surveyed([]).duration).toBeNull()
  const more = { recognised: [{ code: 'utc-offset' }, { code: 'rate-unknown' }] }
  const untimed = surveyed([blockOf(50, [1, 2, 3])], { more })
  expect([untimed.duration, untimed.gaps.count, untimed.samples]).toEqual([null, 0, 3])
})

test('within a block, a gap is longer than a second; between blocks, of any length', () => {
  const gapsOf = (...blocks: readonly Block[]) => {
    const { count, seconds, longest } = surveyed(blocks, { rate: 2 }).gaps
    return [count, seconds, ...longest.map(({ at }) => at)]
  }
  const step = 0.5
  expect(gapsOf(blockOf(0, [1, missing, missing, 1], { step }))).toEqual([0, 0])
  expect(gapsOf(blockOf(0, [1, missing, missing, missing, 1], { step }))).toEqual([1, 1.5, 0.5])
  // Over the end of a block that goes on.
  expect(gapsOf(blockOf(0, [1, missing, missing], { step }), blockOf(1.5, [missing, 1], { step }))).toEqual([
    1, 1.5, 0.5,
  ])
  expect(gapsOf(blockOf(0, [1], { step }), blockOf(0.75, [1], { step }))).toEqual([0, 0])
  expect(gapsOf(blockOf(0, [1], { step }), blockOf(1, [1], { step }))).toEqual([1, 0.5, 0.5])
  // A gap is told once, where samples go on.
  expect(gapsOf(blockOf(0, [1], { step }), blockOf(2, [missing, 1, 1], { step }))).toEqual([1, 2, 0.5])
  // Samples that lie over others lack nothing.
  expect(gapsOf(blockOf(0, [1, 1, 1], { step }), blockOf(0.5, [1], { step }))).toEqual([0, 0])
  const over = [blockOf(0, [1, 1, 1], { step }), blockOf(0.5, [1], { step }), blockOf(11, [1], { step })]
  expect(gapsOf(...over)).toEqual([2, 10, 1, 1.5])
})

test('samples with times of their own last as long as their rate says, or no time', () => {
  const timed = (...times: readonly number[]) =>
    blockOf(times[0] ?? 0, times, { step: null, times: Float64Array.from(times), continues: false })
  const blocks = [timed(0, 1), timed(11, 12)]
  expect(surveyed(blocks, { rate: null }).gaps).toEqual({ count: 1, seconds: 10, longest: [{ at: 1, seconds: 10 }] })
  expect(surveyed(blocks, { rate: 2 }).gaps).toEqual({ count: 1, seconds: 9.5, longest: [{ at: 1.5, seconds: 9.5 }] })
  // A sample that is missing makes no gap of those that come later, at any distance.
  const times = [0, 2, 4, 9, 20]
  const irregular = blockOf(0, [1, missing, 1, 1, 1], { step: null, times: Float64Array.from(times) })
  expect(surveyed([irregular], { rate: null }).gaps).toEqual({ count: 1, seconds: 4, longest: [{ at: 0, seconds: 4 }] })
  // Without a rate, nothing can lack before the first and after the last.
  expect(surveyed([timed(50, 51)], { rate: null, duration: 90 }).gaps.count).toBe(0)
})

test('before the first and after the last sample, what lacks is longer than a second and than a sample and a half', () => {
  const gapsOf = (rate: number, at: number, duration: number) =>
    surveyed([blockOf(at, [1], { step: 1 / rate })], { rate, duration }).gaps.longest.map((gap) => [
      gap.at,
      gap.seconds,
    ])
  expect(gapsOf(2, 1, 2.5)).toEqual([])
  expect(gapsOf(2, 1.25, 3)).toEqual([
    [0, 1.25],
    [1.75, 1.25],
  ])
  expect(gapsOf(0.125, 12, 32)).toEqual([])
  expect(gapsOf(0.125, 12.5, 33)).toEqual([
    [0, 12.5],
    [20.5, 12.5],
  ])
  expect(surveyed([], { rate: 1, duration: 1.5 }).gaps.count).toBe(0)
  expect(surveyed([], { rate: 1, duration: 1.75 }).gaps.count).toBe(1)
})

test('of gaps as long as one another, the first are listed', () => {
  const blocks = Array.from({ length: 200 }, (_, index) => blockOf(2 * index, [1]))
  const { count, longest } = surveyed(blocks).gaps
  expect(count).toBe(199)
  expect(longest).toEqual(Array.from({ length: mostGaps }, (_, index) => ({ at: 2 * index + 1, seconds: 1 })))
})
