import { describe, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { type Block, type Fault, isFault, type Recording } from '../recording.ts'
import { UnreadableRecording } from '../unreadable-recording.ts'
import { makeArrayRecording } from './array-recording.ts'
import { layOf, type NumericArray } from './numeric-array.ts'

const range = (count: number) => Array.from({ length: count }, (_, i) => i)
const arrayOf = (name: string, values: readonly number[], more: Partial<NumericArray> = {}): NumericArray => ({
  name,
  shape: [values.length, 1],
  strides: [1, values.length],
  load: async () => Float64Array.from(values),
  ...more,
})
type Parts = { arrays: readonly NumericArray[]; scalars?: Record<string, number>; faults?: readonly Fault[] }
const make = ({ arrays, scalars = {}, faults = [] }: Parts) =>
  makeArrayRecording({ format: 'X', arrays, scalars: new Map(Object.entries(scalars)), faults })
async function read(recording: Recording, options = {}) {
  const items: (Block | Fault)[] = []
  for await (const item of recording.blocks(options)) items.push(item)
  return items
}
const blocksOf = async (recording: Recording, options = {}) =>
  (await read(recording, options)).filter((item): item is Block => !isFault(item))
const ratesOf = (parts: Parts) => make(parts).description.channels.map(({ rate }) => rate)
const eight = range(8)

test('the longer dimension is time, and the only one', () => {
  const array = (shape: readonly [number, number]) =>
    layOf({ name: '', shape, strides: [7, 9], load: async () => new Int8Array() })
  expect(array([5, 2])).toEqual({ length: 5, columns: 2, step: 7, across: 9 })
  expect(array([5, 5])).toEqual({ length: 5, columns: 5, step: 7, across: 9 })
  expect(array([2, 5])).toEqual({ length: 5, columns: 2, step: 9, across: 7 })
})

test('arrays are described by their columns', async () => {
  const arrays = [
    arrayOf('acc', range(16), { shape: [8, 2], strides: [2, 1], unit: 'g' }),
    arrayOf('ecg', range(20), { rate: 10 }),
    arrayOf('parameters', range(7)),
  ]
  const recording = make({ arrays, scalars: { fs: 4 } })
  expect(recording.description).toEqual({
    format: 'X',
    recognised: [],
    start: null,
    clock: 'unknown',
    duration: 2,
    channels: [
      { name: 'acc 1', unit: 'g', kind: 'acceleration', rate: 4 },
      { name: 'acc 2', unit: 'g', kind: 'acceleration', rate: 4 },
      { name: 'ecg', unit: null, kind: 'ecg', rate: 10 },
    ],
    samples: 36,
  })
  expect([recording.layout, recording.fingerprint, await recording.annotations()]).toEqual([null, null, []])
  expect((await blocksOf(recording)).map(({ channel, at, step, values }) => [channel, at, step, [...values]])).toEqual([
    [0, 0, 0.25, range(8).map((i) => 2 * i)],
    [1, 0, 0.25, range(8).map((i) => 2 * i + 1)],
    [2, 0, 0.1, range(20)],
  ])
})

test('an array may last less than a second, and the longest of several says how long all do', () => {
  const durationOf = (...counts: readonly number[]) =>
    make({ arrays: counts.map((count) => arrayOf('a', range(count))), scalars: { fs: 100 } }).description.duration
  expect([durationOf(8), durationOf(50, 20), durationOf(20, 50)]).toEqual([0.08, 0.5, 0.5])
})

test('without an array of eight numbers there are no data', () => {
  expect(() => make({ arrays: [arrayOf('a', range(7))] })).toThrow(
    expect.objectContaining({ code: 'no-data', offset: 0, detail: 'arrays of numbers' }),
  )
  expect(make({ arrays: [arrayOf('a', eight)] }).description.channels).toHaveLength(1)
})

test('a file that ends within its first array is cut off, not without data', () => {
  const cut: Fault = { what: 'cut-off', count: 1, offset: 70, line: null, at: null }
  expect(() => make({ arrays: [], faults: [cut] })).toThrow(expect.objectContaining({ code: 'cut-off', offset: 70 }))
})

describe('the rate', () => {
  test.each([
    'fs',
    'FS',
    'fsamp',
    'sf',
    'srate',
    'hz',
    'samplerate',
    'sampling_rate',
    'Sample Frequency',
    'freq',
    'left/fs',
    'left.fs',
  ])('may be called %s', (name) => {
    expect(ratesOf({ arrays: [arrayOf('a', eight)], scalars: { [name]: 5 } })).toEqual([5])
  })

  test('is unknown with another name or beyond belief, which is said for each array', () => {
    const arrays = [arrayOf('a', eight), arrayOf('b', eight)]
    for (const scalars of [{}, { offset: 5 }, { fs: 0 }, { fs: Number.NaN }] as Record<string, number>[]) {
      const { description } = make({ arrays, scalars })
      expect(description).toMatchObject({
        recognised: [{ code: 'rate-unknown' }, { code: 'rate-unknown' }],
        duration: 8,
        channels: [{ rate: null }, { rate: null }],
      })
    }
  })

  test('is that of the same group, or of the closest one around it', () => {
    const arrays = ['a', 'left.a', 'left.hand.a', 'left/hand/a', 'right.a', '/left/foot/a'].map((name) =>
      arrayOf(name, eight),
    )
    const scalars = { fs: 1, 'left.fs': 2, 'left.hand.fs': 3, 'right.hand.fs': 4 }
    expect(ratesOf({ arrays, scalars })).toEqual([1, 2, 3, 3, 4, 2])
  })
})

describe('times', () => {
  test('beside an array are its times, counted from the first', async () => {
    for (const name of ['t', 'time', 'times', 'timestamp', 'Time_Stamps', 'time_s', 'time_seconds', 'g.t']) {
      const recording = make({
        arrays: [
          arrayOf('a', eight),
          arrayOf(
            name,
            eight.map((i) => 100 + i * i),
          ),
        ],
        scalars: { fs: 5 },
      })
      expect(recording.description).toMatchObject({ recognised: [], duration: null, channels: [{ rate: null }] })
      const [block] = await blocksOf(recording)
      expect(block).toMatchObject({ at: 0, step: null, continues: false })
      expect([...(block?.times ?? [])]).toEqual(eight.map((i) => i * i))
    }
  })

  test('of another length, of several columns or by another name are none', () => {
    const other = (time: NumericArray) => make({ arrays: [arrayOf('a', eight), time] }).description.channels.length
    expect(other(arrayOf('t', eight))).toBe(1)
    expect(make({ arrays: [arrayOf('a', eight), arrayOf('t', range(9))] }).description.recognised).toHaveLength(1)
    expect(other(arrayOf('t', range(16), { shape: [8, 2], strides: [2, 1] }))).toBe(3)
    expect(other(arrayOf('tt', eight))).toBe(2)
  })

  test('are those of the same group', async () => {
    const arrays = [
      arrayOf('left.a', eight),
      arrayOf(
        'right.t',
        eight.map((i) => i * 3),
      ),
      arrayOf(
        'left.t',
        eight.map((i) => i * 2),
      ),
    ]
    const [block] = await blocksOf(make({ arrays }))
    expect(block?.times?.[1]).toBe(2)
  })

  test.each([
    ['that go back', [0, 1, 2, 1, 4, 5, 6, 7]],
    ['that are not numbers', [0, 1, 2, Number.NaN, 4, 5, 6, 7]],
    ['beyond a hundred years', [0, 1, 2, 3, 4, 5, 6, limits.duration + 1]],
  ])('%s are replaced by a step', async (_name, times) => {
    const [block] = await blocksOf(make({ arrays: [arrayOf('a', eight), arrayOf('t', times)], scalars: { fs: 4 } }))
    expect(block).toMatchObject({ at: 0, step: 0.25 })
  })

  test('may stand still, and last a hundred years', async () => {
    const times = [0, 0, 1, 2, 3, 4, 5, limits.duration]
    const [block] = await blocksOf(make({ arrays: [arrayOf('a', eight), arrayOf('t', times)] }))
    expect([...(block?.times ?? [])]).toEqual(times)
  })
})

describe('blocks', () => {
  const most = limits.blockSamples
  const long = (count: number) => arrayOf('a', [], { shape: [count, 1], load: async () => new Int8Array(count) })

  test('hold as many samples as one may, and are those of a range of time', async () => {
    const recording = make({ arrays: [long(2 * most + 5)], scalars: { fs: 1 } })
    const placesOf = async (options: object) =>
      (await blocksOf(recording, options)).map(({ at, values }) => [at, values.length])
    const [first, second, third] = [
      [0, most],
      [most, most],
      [2 * most, 5],
    ] as const
    expect(await placesOf({})).toEqual([first, second, third])
    expect(await placesOf({ from: most, to: most })).toEqual([first, second])
    expect(await placesOf({ from: most + 1, to: 2 * most - 1 })).toEqual([second])
    expect(await placesOf({ from: 2 * most + 5 })).toEqual([third])
    expect(await placesOf({ from: 2 * most + 6 })).toEqual([])
  })

  test('with times are those of a range of time', async () => {
    const times = arrayOf('t', [], {
      shape: [most + 2, 1],
      load: async () => Float64Array.from({ length: most + 2 }, (_, i) => 2 * i),
    })
    const recording = make({ arrays: [long(most + 2), times] })
    const placesOf = async (options: object) =>
      (await blocksOf(recording, options)).map(({ at, values, continues }) => [at, values.length, continues])
    const [first, second] = [
      [0, most, false],
      [2 * most, 2, true],
    ]
    expect(await placesOf({})).toEqual([first, second])
    expect(await placesOf({ from: 2 * most - 2, to: 2 * most - 1 })).toEqual([first])
    expect(await placesOf({ from: 2 * most - 1, to: 2 * most })).toEqual([second])
  })

  test('have nothing where an array is shorter than it says', async () => {
    const short = arrayOf('a', range(8), { shape: [10, 1] })
    const [block] = await blocksOf(make({ arrays: [short] }))
    expect([...(block?.values ?? [])]).toEqual([...range(8), Number.NaN, Number.NaN])
  })

  test('stop where they are told to', async () => {
    for (const columns of [1, 2]) {
      const controller = new AbortController()
      const array = arrayOf('a', range(16), { shape: [16 / columns, columns], strides: [1, 8] })
      const reading = async () => {
        for await (const _ of make({ arrays: [array] }).blocks({ signal: controller.signal })) controller.abort()
      }
      await expect(reading()).rejects.toThrow(/abort/i)
    }
  })
})

test('channels beyond the limit are counted, and those that fit are read', () => {
  const wide = (name: string, columns: number) => arrayOf(name, [], { shape: [1000, columns], strides: [columns, 1] })
  const given: Fault = { what: 'cut-off', count: 1, offset: 5, line: null, at: null }
  const recording = make({ arrays: [wide('a', 510), wide('b', 3), wide('c', 2), wide('d', 1)], faults: [given] })
  expect(recording.description.channels).toHaveLength(limits.channels)
  expect(make({ arrays: [wide('a', limits.channels)] }).description.channels).toHaveLength(limits.channels)
  return expect(
    read(make({ arrays: [wide('a', 513), arrayOf('b', eight)], faults: [given] })).then(([a, b]) => [a, b]),
  ).resolves.toMatchObject([given, { what: 'limit', count: 513 }])
})

describe('an array that can’t be read', () => {
  const failing = (name: string, error: Error) => arrayOf(name, eight, { load: () => Promise.reject(error) })

  test.each([
    ['cut-off', 'cut-off'],
    ['unsupported', 'limit'],
    ['wrong-header', 'corrupt-block'],
  ] as const)('is reported: %s is %s', async (code, what) => {
    const bare = await read(make({ arrays: [failing('a', new UnreadableRecording(code)), arrayOf('b', eight)] }))
    expect(bare).toMatchObject([{ what, offset: null, detail: 'a' }, { channel: 1 }])
    const error = new UnreadableRecording(code, { offset: 7, detail: 'why' })
    expect(await read(make({ arrays: [failing('a', error)] }))).toMatchObject([{ what, offset: 7, detail: 'why' }])
    expect(await read(make({ arrays: [arrayOf('a', eight), failing('t', error)] }))).toMatchObject([{ what }])
  })

  test('for want of a connection is not damaged', async () => {
    await expect(read(make({ arrays: [failing('a', new TypeError('no connection'))] }))).rejects.toThrow(TypeError)
  })
})
