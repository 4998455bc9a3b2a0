import { describe, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { type Block, type Fault, isFault, type Source } from '../recording.ts'
import { memorySource } from '../source.ts'
import { readWhole } from '../testing/read-whole.ts'
import { type WrittenEdf, writeEdf } from '../testing/write-edf.ts'
import { joinBytes } from '../testing/write-zip.ts'
import { openEdf } from './edf-recording.ts'

const range = (count: number) => Array.from({ length: count }, (_, i) => i)
const keeping = (onset: number, more = '') => `+${onset}\u0014\u0014\0${more}`
const open = (file: WrittenEdf) => openEdf(memorySource(writeEdf(file)))

type Place = readonly [channel: number, at: number, samples: number]

async function read(recording: Awaited<ReturnType<typeof openEdf>>, options = {}) {
  const blocks: Block[] = []
  const faults: Fault[] = []
  for await (const item of recording.blocks(options)) {
    if (isFault(item)) faults.push(item)
    else blocks.push(item)
  }
  const places = blocks.map(({ channel, at, values }): Place => [channel, at, values.length])
  return { blocks, faults, places }
}

/** Records of 1 s with two samples, 10 × record + index, in the two channels; each begins as given. */
const interrupted = (onsets: readonly (number | string)[], more: Partial<WrittenEdf> = {}): WrittenEdf => ({
  reserved: 'EDF+D',
  records: onsets.length,
  recordDuration: 1,
  signals: [
    { label: 'a', samplesPerRecord: 2, samples: range(onsets.length).flatMap((i) => [10 * i, 10 * i + 1]) },
    {
      label: 'EDF Annotations',
      samplesPerRecord: 10,
      lists: onsets.map((at) => (typeof at === 'number' ? keeping(at) : at)),
    },
    { label: 'b', samplesPerRecord: 1, samples: range(onsets.length) },
  ],
  ...more,
})

describe('samples', () => {
  test.each([
    ['EDF', [0, 1, -1, 255, 256, -256, 32_767, -32_767]],
    ['BDF', [0, 1, -1, 255, 256, -256, 65_536, -65_536, 8_388_607, -8_388_608]],
  ] as const)('of %s are scaled from digital to physical', async (version, samples) => {
    const most = version === 'EDF' ? 2 ** 15 : 2 ** 23
    const scaled = { physical: [10, 10 + most / 2] as const, digital: [-most, most] as const }
    const signals = [
      { label: 'a', samplesPerRecord: samples.length, samples, ...scaled },
      { label: 'b', samplesPerRecord: samples.length, samples, digital: [0, 0] as const },
    ]
    const { blocks } = await read(await open({ version, records: 1, recordDuration: 1, signals }))
    expect([...(blocks[1]?.values ?? [])]).toEqual(samples)
    const physical = samples.map((digital) => 10 + (digital + most) / 4)
    if (version === 'BDF')
      for (const [at, value] of physical.entries()) expect(blocks[0]?.values[at]).toBeCloseTo(value, 6)
    else for (const [at, value] of physical.entries()) expect(blocks[0]?.values[at]).toBeCloseTo(value, 2)
    expect(blocks[0]?.values).toBeInstanceOf(version === 'EDF' ? Float32Array : Float64Array)
  })
})

describe('records', () => {
  test('without a gap are one run, and what each run holds is in its place', async () => {
    const { blocks, places, faults } = await read(await open(interrupted([0, 1, 5, 6, 7, 20])))
    expect(faults).toEqual([])
    expect(places).toEqual([
      [0, 0, 4],
      [1, 0, 2],
      [0, 5, 6],
      [1, 5, 3],
      [0, 20, 2],
      [1, 20, 1],
    ])
    expect(blocks.map(({ values }) => [...values])).toEqual([
      [0, 1, 10, 11],
      [0, 1],
      [20, 21, 30, 31, 40, 41],
      [2, 3, 4],
      [50, 51],
      [5],
    ])
    expect(blocks.map(({ step }) => step)).toEqual([0.5, 1, 0.5, 1, 0.5, 1])
  })

  test('follow one another within half a sample of the fastest channel', async () => {
    const runs = async (...onsets: readonly number[]) => {
      const { places, faults } = await read(await open(interrupted(onsets)))
      return [places.filter(([channel]) => channel === 0).map(([, at]) => at), faults.map(({ what }) => what)]
    }
    expect(await runs(0, 1.25)).toEqual([[0], []])
    expect(await runs(0, 1.26)).toEqual([[0, 1.26], []])
    expect(await runs(0, 0.75)).toEqual([[0], []])
    expect(await runs(0, 0.74)).toEqual([[0], ['time-backwards']])
  })

  test('without a time, or with an earlier one, are left out where they lie', async () => {
    const { places, faults } = await read(await open(interrupted([0, 'no time', 2, 3, 1, 4])))
    const [header, record] = [256 * 4, 2 * 13]
    expect(faults).toMatchObject([
      { what: 'wrong-time', offset: header + record, at: null },
      { what: 'time-backwards', offset: header + 4 * record, at: 1 },
    ])
    expect(places.filter(([channel]) => channel === 0)).toEqual([
      [0, 0, 2],
      [0, 2, 4],
      [0, 4, 2],
    ])
  })

  test('of a range of time are read from near its start to its end', async () => {
    const recording = await open(interrupted(range(40).map((i) => i * 10)))
    const startsOf = async (options: object) =>
      (await read(recording, options)).places.filter(([channel]) => channel === 0).map(([, at]) => at)
    expect(await startsOf({ from: 100, to: 120 })).toEqual([100, 110, 120])
    expect(await startsOf({ from: 100.5, to: 119.9 })).toEqual([100, 110])
    expect(await startsOf({ from: 101 })).toEqual(range(29).map((i) => 110 + i * 10))
    expect(await startsOf({ from: 1000 })).toEqual([])
    expect(await startsOf({ to: -1 })).toEqual([])
    expect((await startsOf({ from: -5 })).length).toBe(40)
  })

  test('are read in chunks that keep blocks and requests within their limits', async () => {
    const lengths: number[] = []
    const watch = (file: WrittenEdf): Source => {
      const source = memorySource(writeEdf(file))
      return {
        size: source.size,
        read: (offset, length, signal) => {
          lengths.push(length)
          return source.read(offset, length, signal)
        },
      }
    }
    const many = await openEdf(
      watch({ records: 300, recordDuration: 1, signals: [{ label: 'a', samplesPerRecord: 1000 }] }),
    )
    lengths.length = 0
    const { places } = await read(many)
    expect(places.map(([, at, samples]) => [at, samples])).toEqual(
      range(5).map((i) => [i * 65, i === 4 ? 40_000 : 65_000]),
    )
    expect(lengths).toEqual([130_000, 130_000, 130_000, 130_000, 80_000])
    const wide = range(100).map((i) => ({ label: `${i}`, samplesPerRecord: 1000 }))
    const recording = await openEdf(watch({ records: 3, recordDuration: 1, signals: wide }))
    lengths.length = 0
    await read(recording)
    expect(lengths).toEqual([200_000, 200_000, 200_000])
  })
})

test('a source that has less than it said is no silence at the end, but cut off', async () => {
  const bytes = writeEdf(interrupted([0, 1, 2]))
  let held = bytes.length
  const recording = await openEdf({
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, Math.min(held, offset + length)),
  })
  held -= 5
  await expect(read(recording)).rejects.toMatchObject({ code: 'cut-off', offset: held })
})

test('a record of many signals is read at once up to eight megabytes, and a larger one signal by signal', async () => {
  const most = 8 * 1024 * 1024
  const wide = range(64).map((i) => ({ label: `${i}`, samplesPerRecord: limits.blockSamples }))
  const readsOf = async (signals: WrittenEdf['signals'], bytes: number) => {
    const head = writeEdf({ records: 0, claimedRecords: 1, recordDuration: 1, signals })
    const source = memorySource(joinBytes([head, new Uint8Array(bytes)]))
    const lengths: number[] = []
    const recording = await openEdf({
      size: source.size,
      read: (offset, length) => {
        lengths.push(length)
        return source.read(offset, length)
      },
    })
    lengths.length = 0
    expect((await read(recording)).places).toHaveLength(signals.length)
    return lengths
  }
  expect(await readsOf(wide, most)).toEqual([most])
  const one = { label: 'one', samplesPerRecord: 1 }
  expect(await readsOf([...wide, one], most + 2)).toEqual([...wide.map(() => most / 64), 2])
})

describe('a record too large for a block', () => {
  const most = limits.blockSamples
  const large = (more: Partial<WrittenEdf> = {}): WrittenEdf => ({
    records: 2,
    recordDuration: 10,
    signals: [
      { label: 'a', samplesPerRecord: most + 2, samples: range(2 * (most + 2)).map((i) => i % 30_000) },
      { label: 'b', samplesPerRecord: 3, samples: [1, 2, 3, 4, 5, 6] },
    ],
    ...more,
  })
  const half = most / 2 + 1

  test('is read in parts of all channels', async () => {
    const { blocks, places } = await read(await open(large()))
    expect(places.map(([channel, , samples]) => [channel, samples])).toEqual(
      [0, 1].flatMap(() => [
        [0, half],
        [1, 1],
        [0, half],
        [1, 2],
      ]),
    )
    const step = 10 / (most + 2)
    expect(places.map(([, at]) => at)).toEqual([
      0,
      0,
      half * step,
      expect.closeTo(10 / 3, 9),
      10,
      10,
      10 + half * step,
      expect.closeTo(10 + 10 / 3, 9),
    ])
    const valuesOf = (channel: number) =>
      blocks.filter((block) => block.channel === channel).flatMap(({ values }) => [...values])
    expect(valuesOf(0)).toEqual(range(2 * (most + 2)).map((i) => i % 30_000))
    expect(valuesOf(1)).toEqual([1, 2, 3, 4, 5, 6])
    expect(blocks[0]?.step).toBe(step)
  })

  test('is not read in parts if its samples fit a block', async () => {
    const signals = [{ label: 'a', samplesPerRecord: most }]
    const { places } = await read(await open(large({ signals })))
    expect(places).toEqual([
      [0, 0, most],
      [0, 10, most],
    ])
  })

  test('is left out without a time or with an earlier one, and ends a range of time', async () => {
    const timed = (...lists: readonly string[]) =>
      open(
        large({
          reserved: 'EDF+D',
          records: lists.length,
          signals: [
            { label: 'a', samplesPerRecord: most + 2 },
            { label: 'EDF Annotations', samplesPerRecord: 10, lists },
          ],
        }),
      )
    const recordBytes = 2 * (most + 12)
    const { faults, places } = await read(await timed(keeping(5), 'x', keeping(14.9), keeping(15), keeping(40)))
    expect(faults).toMatchObject([
      { what: 'wrong-time', offset: 768 + recordBytes },
      { what: 'time-backwards', offset: 768 + 2 * recordBytes, at: 14.9 },
    ])
    expect(places.filter((_, index) => index % 2 === 0).map(([, at]) => at)).toEqual([5, 15, 40])
    const recording = await timed(keeping(0), keeping(10), keeping(20))
    expect((await read(recording, { to: 10 })).places).toHaveLength(4)
    expect((await read(recording, { to: 9.9 })).places).toHaveLength(2)
  })

  test('is read until it is told to stop', async () => {
    const controller = new AbortController()
    const recording = await open(large({ records: 1 }))
    const reading = async () => {
      for await (const _ of recording.blocks({ signal: controller.signal })) controller.abort()
    }
    await expect(reading()).rejects.toThrow(/abort/i)
  })
})

describe('a truncated last record', () => {
  const cut = (file: WrittenEdf, bytes: number) => openEdf(memorySource(writeEdf(file).slice(0, -bytes)))
  const file: WrittenEdf = {
    records: 2,
    recordDuration: 4,
    signals: [
      { label: 'a', samplesPerRecord: 4, samples: range(8) },
      { label: 'b', samplesPerRecord: 2, samples: [10, 11, 12, 13] },
    ],
  }

  test('is read as far as it goes', async () => {
    const valuesOf = async (bytes: number) =>
      (await readWhole(await cut(file, bytes))).channels.map(({ values }) => values)
    expect(await valuesOf(1)).toEqual([range(8), [10, 11, 12]])
    expect(await valuesOf(2)).toEqual([range(8), [10, 11, 12]])
    expect(await valuesOf(4)).toEqual([range(8), [10, 11]])
    expect(await valuesOf(5)).toEqual([range(7), [10, 11]])
    expect(await valuesOf(11)).toEqual([range(4), [10, 11]])
    expect(await valuesOf(12)).toEqual([range(4), [10, 11]])
    const { places } = await read(await cut(file, 2))
    expect(places.slice(2)).toEqual([
      [0, 4, 4],
      [1, 4, 1],
    ])
  })

  test('belongs to a range of time only if it begins in it', async () => {
    const recording = await cut(file, 2)
    expect((await read(recording, { to: 4 })).places).toHaveLength(4)
    expect((await read(recording, { to: 3.9 })).places).toHaveLength(2)
  })

  test('is left out if it has no time, or an earlier one', async () => {
    const last = async (onset: number | string) => (await read(await cut(interrupted([0, onset]), 1))).places
    expect(await last(1)).toHaveLength(3)
    expect(await last(0.75)).toHaveLength(3)
    expect(await last(0.74)).toHaveLength(2)
    expect(await last('x')).toHaveLength(2)
  })
})

test('a record that begins before the end of the one before is a fault, though each is read alone', async () => {
  const timed = (...onsets: readonly number[]) =>
    open({
      reserved: 'EDF+D',
      records: onsets.length,
      recordDuration: 4,
      signals: [
        { label: 'a', samplesPerRecord: 40_000 },
        { label: 'EDF Annotations', samplesPerRecord: 10, lists: onsets.map((at) => keeping(at)) },
      ],
    })
  const { places, faults } = await read(await timed(0, 3, 4, 9))
  expect(places.map(([, at]) => at)).toEqual([0, 4, 9])
  expect(faults).toMatchObject([{ what: 'time-backwards', count: 1, offset: 768 + 2 * 40_010, at: 3 }])
})

test('an interrupted file is asked for nothing beyond its end', async () => {
  const source = memorySource(writeEdf(interrupted([0, 1, 5])))
  const ends: number[] = []
  const recording = await openEdf({
    size: source.size,
    read: (offset, length) => {
      ends.push(offset + length)
      return source.read(offset, length)
    },
  })
  await read(recording)
  await recording.annotations()
  expect(Math.max(...ends)).toBe(source.size)
})

test('annotations of records that were read for their samples are not read again', async () => {
  let reads = 0
  const source = memorySource(writeEdf(interrupted([0, 1, 2])))
  const recording = await openEdf({
    size: source.size,
    read: (...args) => {
      reads++
      return source.read(...args)
    },
  })
  await read(recording)
  reads = 0
  expect(await recording.annotations()).toEqual([])
  expect(reads).toBe(0)
})
