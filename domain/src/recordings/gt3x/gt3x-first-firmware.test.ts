import { expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { openRecording } from '../open/open-recording.ts'
import { type Block, isFault } from '../recording.ts'
import { memorySource } from '../source.ts'
import { readWhole } from '../testing/read-whole.ts'
import { writeTwelveBits, writeWords } from '../testing/write-gt3x.ts'
import { writeZip } from '../testing/write-zip.ts'
import { openGt3x } from './gt3x-recording.ts'

const start = Date.UTC(2010, 0, 2) / 1000
const text = (lines: readonly string[]) => new TextEncoder().encode(lines.join('\n'))
const startLine = `Start Date: ${BigInt(start + 62_135_596_800) * 10_000_000n}`

type Parts = { samples?: number; lux?: readonly number[] | null; lines?: readonly string[]; isDeflated?: boolean }

/** An archive whose sample i is i at X, -i at Y and 341 at Z. */
function archive({ samples = 4, lux = null, lines = [startLine], isDeflated = true }: Parts) {
  const values = Array.from({ length: samples }, (_, i) => [-(i % 2000), i % 2000, 341]).flat()
  return writeZip(
    {
      'activity.bin': writeTwelveBits(values),
      ...(lux && { 'lux.bin': writeWords(lux) }),
      'info.txt': text(lines),
    },
    isDeflated,
  )
}
const open = (parts: Parts) => openRecording(memorySource(archive(parts)), 'x.gt3x')

async function blocksOf(parts: Parts, options = {}): Promise<Block[]> {
  const blocks: Block[] = []
  for await (const item of (await open(parts)).blocks(options)) if (!isFault(item)) blocks.push(item)
  return blocks
}

test('without a rate it is 30 Hz, and without a start the clock is unknown', async () => {
  const { description } = await open({ lines: ['Serial Number: NEO1'], lux: [1] })
  expect(description).toMatchObject({ start: null, clock: 'unknown', duration: null, samples: null })
  const axis = (name: string) => ({ name: `Accelerometer ${name}`, unit: 'g', kind: 'acceleration', rate: 30 })
  expect(description.channels).toEqual([
    axis('X'),
    axis('Y'),
    axis('Z'),
    { name: 'Lux', unit: 'lux', kind: 'light', rate: 1 },
  ])
  const [block] = await blocksOf({ lines: [] })
  expect(block?.step).toBe(1 / 30)
})

test('a stated rate is used, and archives without light have three channels', async () => {
  const lines = [startLine, 'Sample Rate: 10']
  expect((await open({ lines })).description).toMatchObject({ start, clock: 'local' })
  expect((await open({ lines })).description.channels.map(({ rate }) => rate)).toEqual([10, 10, 10])
  const blocks = await blocksOf({ lines })
  expect(blocks.map(({ channel, at, step }) => [channel, at, step])).toEqual([0, 1, 2].map((axis) => [axis, 0, 0.1]))
})

test('pieces follow one another, and only those of a range of time are read', async () => {
  const parts = { samples: 25_000, lines: [startLine, 'Sample Rate: 10'] }
  const whole = await openRecording(memorySource(archive(parts)), 'x')
  const { channels, faults } = await readWhole(whole)
  expect(faults).toEqual([])
  expect(channels.map(({ values, gaps }) => [values.length, gaps])).toEqual([0, 1, 2].map(() => [25_000, []]))
  const [x, y, z] = channels
  for (const at of [0, 1, 1999, 2000, 7279, 7280, 7281, 14_560, 24_999]) {
    expect([x?.values[at], y?.values[at], z?.values[at]]).toEqual([
      Math.fround((at % 2000) / 341),
      Math.fround((0 - (at % 2000)) / 341),
      1,
    ])
    expect(x?.times[at]).toBeCloseTo(at / 10, 6)
  }
  const blocksIn = async (options: object) => {
    const blocks: Block[] = []
    for await (const item of whole.blocks(options)) if (!isFault(item)) blocks.push(item)
    return blocks
  }
  const all = await blocksIn({})
  expect(Math.max(...all.map(({ values }) => values.length))).toBeLessThan(65_536)
  const [first, , , second, , , third] = all
  if (!first || !second || !third) throw new Error('fewer than three pieces')
  const startsOf = async (range: object) =>
    (await blocksIn(range)).filter(({ channel }) => channel === 0).map(({ at }) => at)
  expect(await startsOf({ from: 0, to: second.at - 0.01 })).toEqual([0])
  expect(await startsOf({ from: 0, to: second.at })).toEqual([0, second.at])
  expect(await startsOf({ from: second.at, to: second.at })).toEqual([0, second.at])
  expect(await startsOf({ from: second.at + 0.01, to: third.at - 0.01 })).toEqual([second.at])
})

test.each([
  ['NEO1', [0, 0, 0, 25, 26.25, 2498.75, 2500, 2500, 0]],
  ['MRA1', [0, 0, 0, 65, 68.25, 6000, 6000, 6000, 0]],
  ['XMRA', [0, 0, 0, 25, 26.25, 2498.75, 2500, 2500, 0]],
  [null, [0, 0, 0, 25, 26.25, 2498.75, 2500, 2500, 0]],
])('light of a %s is in lux, and dark below 20', async (serial, expected) => {
  const lux = [0, 1, 19, 20, 21, 1999, 2000, 0xfffe, 0xffff]
  const blocks = await blocksOf({ lux, lines: serial ? [`Serial Number: ${serial}`] : [] })
  expect(blocks.at(-1)).toEqual({ channel: 3, at: 0, step: 1, values: Float32Array.from(expected) })
})

test('light has a reading a second, and only those of a range of time are read', async () => {
  const lux = Array.from({ length: 50_000 }, (_, i) => 20 + (i % 1000))
  const light = async (range: object) =>
    (await blocksOf({ lux, lines: [] }, range)).filter(({ channel }) => channel === 3)
  const all = await light({})
  expect(all.flatMap(({ values }) => [...values])).toEqual(lux.map((value) => value * 1.25))
  expect(all.map(({ at, values }) => at + values.length).slice(0, -1)).toEqual(all.slice(1).map(({ at }) => at))
  const [, second, third] = all
  if (!second || !third) throw new Error('fewer than three pieces')
  const startsOf = async (range: object) => (await light(range)).map(({ at }) => at)
  expect(await startsOf({ to: second.at })).toEqual([0, second.at])
  expect(await startsOf({ to: second.at - 1 })).toEqual([0])
  expect(await startsOf({ from: second.at, to: second.at })).toEqual([0, second.at])
  expect(await startsOf({ from: second.at + 1, to: second.at + 1 })).toEqual([second.at])
})

test('a single sample is one of each axis, and a single reading of light one, too', async () => {
  const blocks = await blocksOf({ samples: 1, lux: [40], lines: [startLine, 'Sample Rate: 10'] })
  expect(blocks.map(({ channel, at, values }) => [channel, at, [...values]])).toEqual([
    [0, 0, [0]],
    [1, 0, [0]],
    [2, 0, [1]],
    [3, 0, [50]],
  ])
})

test('no block of a large archive has more samples than one may, and none is lost', async () => {
  const samples = 150_000
  const blocks = await blocksOf({ samples, lux: Array.from({ length: 70_000 }, () => 40), isDeflated: false })
  expect(Math.max(...blocks.map(({ values }) => values.length))).toBeLessThanOrEqual(limits.blockSamples)
  const lengths = (channel: number) =>
    blocks.filter((each) => each.channel === channel).reduce((sum, { values }) => sum + values.length, 0)
  expect([0, 1, 2, 3].map(lengths)).toEqual([samples, samples, samples, 70_000])
})

test('an odd byte of light and a part of a sample are nothing', async () => {
  const zip = writeZip({ 'activity.bin': Uint8Array.of(1, 2, 3, 4), 'lux.bin': Uint8Array.of(7), 'info.txt': text([]) })
  const blocks: unknown[] = []
  for await (const item of (await openGt3x(memorySource(zip))).blocks()) blocks.push(item)
  expect(blocks).toEqual([])
})

test('an archive that ends within its light or its samples says so', async () => {
  const whole = archive({ samples: 5000, isDeflated: false })
  const cut = await readWhole(await openGt3x(memorySource(whole.slice(0, 10_000))))
  expect(cut.channels[0]?.values.length).toBeGreaterThan(2000)
  expect(cut.faults).toMatchObject([
    { what: 'cut-off', offset: 10_000, detail: expect.stringContaining('activity.bin: ') },
  ])
  const lux = Array.from({ length: 5000 }, () => 40)
  const both = archive({ samples: 100, lux, isDeflated: false })
  const { channels, faults } = await readWhole(await openGt3x(memorySource(both.slice(0, 3000))))
  expect(channels[0]?.values.length).toBe(100)
  expect(channels[3]?.values.length ?? 0).toBeGreaterThan(0)
  expect(faults).toMatchObject([{ what: 'cut-off', offset: 3000, detail: expect.stringContaining('lux.bin: ') }])
})

test('a source that fails is not a file that ends', async () => {
  const source = memorySource(archive({ samples: 5000, isDeflated: false }))
  let isBroken = false
  const recording = await openGt3x({
    size: source.size,
    read: async (...range) => {
      if (isBroken) throw new TypeError('no connection')
      return source.read(...range)
    },
  })
  isBroken = true
  await expect(readWhole(recording)).rejects.toThrow('no connection')
})

test.each([0, 3])('reading stops after a block of channel %d when it is told to', async (last) => {
  const controller = new AbortController()
  const recording = await open({ samples: 100, lux: [30, 40] })
  const reading = async () => {
    for await (const item of recording.blocks({ signal: controller.signal }))
      if (!isFault(item) && item.channel === last) controller.abort()
  }
  await expect(reading()).rejects.toThrow(/abort/i)
})
