import { describe, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { type Block, isFault, type Source } from '../recording.ts'
import { memorySource } from '../source.ts'
import { readWhole } from '../testing/read-whole.ts'
import { type WrittenSector, writeCwa } from '../testing/write-cwa.ts'
import { openCwa } from './cwa-recording.ts'

const start = Date.UTC(2024, 4, 6, 7, 8, 9) / 1000
const range = (count: number) => Array.from({ length: count }, (_, i) => i)
/** A second of 100 packed samples, all of them its number. */
const second = (index: number, more: Partial<WrittenSector> = {}): WrittenSector => ({
  stamp: start + index,
  sequence: index,
  axes: [0, 1, 2].map((axis) => range(100).map(() => (index % 100) + axis)),
  isPacked: true,
  light: index % 1000,
  ...more,
})
const open = (sectors: readonly WrittenSector[], hardware?: number) =>
  openCwa(memorySource(writeCwa(sectors, hardware)))
async function blocksOf(sectors: readonly WrittenSector[], options = {}): Promise<Block[]> {
  const blocks: Block[] = []
  for await (const item of (await open(sectors)).blocks(options)) if (!isFault(item)) blocks.push(item)
  return blocks
}

test('the samples of joined blocks follow one another', async () => {
  const blocks = await blocksOf(range(4).map((index) => second(index)))
  expect(blocks.map(({ channel, at, step, values }) => [channel, at, step, values.length])).toEqual([
    [0, 0, 0.01, 400],
    [1, 0, 0.01, 400],
    [2, 0, 0.01, 400],
    [3, 0, 1, 4],
    [4, 0, 1, 4],
    [5, 0, 1, 4],
  ])
  expect([...(blocks[1]?.values ?? [])]).toEqual(range(400).map((i) => (Math.floor(i / 100) + 1) / 256))
  expect([...(blocks[3]?.values ?? [])]).toEqual([0, 1, 2, 3])
})

test('rotation, acceleration and magnetic field have their own channels and scales', async () => {
  const scales = (3 << 13) | (2 << 10)
  for (const count of [6, 9]) {
    const axes = range(count).map((axis) => [axis + 1, -(axis + 1) * 10])
    const blocks = await blocksOf([second(0, { axes, isPacked: false, scales })])
    const acceleration = [4, 5, 6].map((value) => [value / 2048, (-value * 10) / 2048])
    const rotation = [1, 2, 3].map((value) => [(value * 2000) / 32768, (-value * 20_000) / 32768])
    const field = [7, 8, 9].map((value) => [value, -value * 10])
    expect(blocks.slice(0, count).map(({ values }) => [...values])).toEqual(
      [...acceleration, ...rotation, ...field].slice(0, count).map((each) => each.map(Math.fround)),
    )
  }
  const words = await blocksOf([second(0, { axes: [[1], [2], [3]], isPacked: false })])
  expect(words.slice(0, 3).map(({ values }) => [...values])).toEqual([[1 / 256], [2 / 256], [3 / 256]])
})

test('a full block of 120 packed samples is read, the last of a file, too', async () => {
  const full = [0, 1, 2].map((axis) => range(120).map((i) => i - 60 + axis))
  const blocks = await blocksOf([second(0, { axes: full })])
  expect(blocks.slice(0, 3).map(({ values }) => [...values])).toEqual(
    full.map((values) => values.map((value) => value / 256)),
  )
})

test('blocks of another size or packing are not joined with those before', async () => {
  const short = range(3).map(() => range(50).map(() => 1))
  const sectors = [
    second(0),
    second(1, { axes: short }),
    second(1, { stamp: start + 1, sample: -50, sequence: 2, axes: short }),
    second(2, { sequence: 3, axes: short, isPacked: false }),
  ]
  const starts = (await blocksOf(sectors))
    .filter(({ channel }) => channel === 0)
    .map(({ at, values }) => [at, values.length])
  expect(starts).toEqual([
    [0, 100],
    [1, 100],
    [2, 50],
  ])
})

describe('what is wrong with a block', () => {
  test('a time a little earlier than the end of the last block is none, one a tenth earlier is', async () => {
    const near = await readWhole(await open([second(0), second(1, { stamp: start, sample: -91 })]))
    expect(near.faults).toEqual([])
    const { faults, channels } = await readWhole(await open([second(0), second(1, { stamp: start, sample: -89 })]))
    expect(faults).toMatchObject([{ what: 'time-backwards', offset: 1536, at: 1 }])
    expect(channels[0]?.values.length).toBe(100)
  })

  test('a block of another layout is corrupt, an empty one nothing', async () => {
    const six = second(1, { axes: range(6).map(() => [1]), isPacked: false })
    const { faults } = await readWhole(await open([second(0), six, second(2)]))
    expect(faults).toMatchObject([{ what: 'corrupt-block', count: 1, offset: 1536, at: 1 }])
    const empty = second(0, { axes: [[], [], []] })
    const recording = await open([empty, second(1), second(9, { axes: [[], [], []] })])
    expect(recording.description).toMatchObject({ start: start + 1, duration: 1 })
    expect((await readWhole(recording)).faults).toEqual([])
    await expect(open([empty])).rejects.toMatchObject({ code: 'no-data', offset: 1024 })
    const single = await open([second(0, { axes: [[1], [1], [1]] })])
    expect(single.description).toMatchObject({ duration: 0.01 })
  })

  test('an empty block between others is nothing, wherever its time is, and one sample too early is a fault', async () => {
    const none = { axes: [[], [], []] }
    const three = await open([
      second(1),
      second(2, none),
      second(0, { ...none, sequence: 3 }),
      second(2, { sequence: 2 }),
    ])
    const { channels, faults } = await readWhole(three)
    expect(faults).toEqual([])
    expect(channels.map(({ values, gaps }) => [values.length, gaps])).toEqual([
      ...[0, 1, 2].map(() => [200, []]),
      ...[0, 1, 2].map(() => [2, []]),
    ])
    const early = await readWhole(await open([second(1), second(1, { axes: [[1], [1], [1]] }), second(2)]))
    expect(early.faults).toMatchObject([{ what: 'time-backwards', count: 1, offset: 1536, at: 1 }])
  })

  test('a last block from before the first leaves the duration open', async () => {
    for (const last of [0, -5]) {
      const { description } = await open([second(1), second(last)])
      expect(description).toMatchObject({ start: start + 1, duration: null })
    }
    expect((await open([second(1), second(0, { sample: -1 })])).description.duration).toBeCloseTo(0.01, 6)
  })

  test('a damaged header names no device', async () => {
    for (const at of [0, 2]) {
      const bytes = writeCwa([second(0)])
      bytes[at] = 9
      const recording = await openCwa(memorySource(bytes))
      expect(recording.description).not.toHaveProperty('device')
      expect((await readWhole(recording)).faults).toMatchObject([{ what: 'wrong-header', offset: 0 }])
    }
  })

  test('a last block without its end is cut off, and a file without a block is refused', async () => {
    const bytes = writeCwa([second(0), second(1)])
    const recording = await openCwa(memorySource(bytes.slice(0, -1)))
    expect((await readWhole(recording)).faults).toMatchObject([{ what: 'cut-off', offset: bytes.length - 1 }])
    const none = openCwa(memorySource(bytes.slice(0, 1024 + 511)))
    await expect(none).rejects.toMatchObject({ code: 'cut-off', offset: 1024 + 511 })
    expect((await openCwa(memorySource(bytes.slice(0, 1024 + 512)))).description.duration).toBe(1)
  })
})

test('a recording is described with its recorder', async () => {
  const { description, annotations, layout, fingerprint } = await open([second(0)])
  expect(description).toMatchObject({
    format: 'Axivity CWA',
    recognised: [],
    start,
    clock: 'local',
    duration: 1,
    samples: null,
    device: 'Axivity AX3',
    serialnumber: '77881',
  })
  expect([await annotations(), layout, fingerprint]).toEqual([[], null, null])
  const bytes = writeCwa([second(0)])
  bytes.set([0xff, 0xff], 11)
  expect((await openCwa(memorySource(bytes))).description.serialnumber).toBe(String(0x3039))
})

const perChunk = limits.chunkBytes / 512

describe('a recording of more than one chunk', () => {
  const sectors = range(perChunk + 20).map((index) => second(index))

  test('is joined where the chunks meet', async () => {
    const blocks = (await blocksOf(sectors)).filter(({ channel }) => channel === 0)
    expect(blocks.map(({ at, values, continues }) => [at, values.length, continues])).toEqual([
      [0, perChunk * 100, false],
      [perChunk, 2000, true],
    ])
  })

  test('is found from any of its first blocks, and ends with any of its last', async () => {
    const damaged = (wrong: (index: number) => boolean) =>
      open(sectors.map((sector, index) => ({ ...sector, isCorrupt: wrong(index) })))
    const late = await damaged((index) => index < perChunk + 5)
    expect(late.description).toMatchObject({ start: start + perChunk + 5, duration: 15 })
    expect((await readWhole(late)).faults).toMatchObject([{ what: 'corrupt-block', count: perChunk + 5, at: 0 }])
    expect((await damaged((index) => index > 50)).description.duration).toBe(51)
    expect((await damaged((index) => index > 5)).description.duration).toBeNull()
  })

  test('is read from the block before a time, and to the block after it', async () => {
    const startsOf = async (options: object) =>
      (await blocksOf(sectors, options)).filter(({ channel }) => channel === 0).map(({ at }) => at)
    for (const from of [0, 0.5, 1, 7, 255, 256, 511, perChunk + 19])
      expect(await startsOf({ from })).toContain(Math.floor(from))
    expect(await startsOf({ from: perChunk + 500 })).toEqual([perChunk + 19])
    expect(await startsOf({ to: perChunk - 1 })).toEqual([0])
    expect(await startsOf({ to: perChunk })).toEqual([0, perChunk])
  })

  test('reads no more for a late part than it must', async () => {
    const whole = memorySource(writeCwa(sectors))
    let bytes = 0
    const counting: Source = {
      size: whole.size,
      read: (offset, length, signal) => {
        bytes += length
        return whole.read(offset, length, signal)
      },
    }
    const recording = await openCwa(counting)
    bytes = 0
    for await (const _ of recording.blocks({ from: perChunk + 10 }));
    expect(bytes).toBeLessThan(10 * 16 * 512 + 12 * 512)
  })

  test('stops where it is told to', async () => {
    const controller = new AbortController()
    const recording = await open(sectors.slice(0, 4))
    const reading = async () => {
      for await (const _ of recording.blocks({ signal: controller.signal })) controller.abort()
    }
    await expect(reading()).rejects.toThrow(/abort/i)
  })
})
