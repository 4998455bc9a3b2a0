import { describe, expect, test } from 'vitest'
import { limits } from '../limits.ts'
import { type Block, type Fault, follows, isFault, type Recording } from '../recording.ts'
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
async function read(made: Recording | Promise<Recording>, options = {}) {
  const recording = await made
  const items: (Block | Fault)[] = []
  for await (const item of recording.blocks(options)) items.push(item)
  return items
}
const blocksOf = async (recording: Recording | Promise<Recording>, options = {}) =>
  (await read(recording, options)).filter((item): item is Block => !isFault(item))
const ratesOf = async (parts: Parts) => (await make(parts)).description.channels.map(({ rate }) => rate)
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
  const recording = await make({ arrays, scalars: { fs: 4 } })
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

test('an array may last less than a second, and the longest of several says how long all do', async () => {
  const durationOf = async (...counts: readonly number[]) =>
    (await make({ arrays: counts.map((count) => arrayOf('a', range(count))), scalars: { fs: 100 } })).description
      .duration
  expect([await durationOf(8), await durationOf(50, 20), await durationOf(20, 50)]).toEqual([0.08, 0.5, 0.5])
})

test('without an array of eight numbers there are no data', async () => {
  await expect(make({ arrays: [arrayOf('a', range(7))] })).rejects.toThrow(
    expect.objectContaining({ code: 'no-data', offset: 0, detail: 'arrays of numbers' }),
  )
  expect((await make({ arrays: [arrayOf('a', eight)] })).description.channels).toHaveLength(1)
})

test('a file that ends within its first array is cut off, not without data', async () => {
  const cut: Fault = { what: 'cut-off', count: 1, offset: 70, line: null, at: null }
  await expect(make({ arrays: [], faults: [cut] })).rejects.toThrow(
    expect.objectContaining({ code: 'cut-off', offset: 70 }),
  )
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
  ])('may be called %s', async (name) => {
    expect(await ratesOf({ arrays: [arrayOf('a', eight)], scalars: { [name]: 5 } })).toEqual([5])
  })

  test('is unknown with another name or beyond belief, which is said for each array', async () => {
    const arrays = [arrayOf('a', eight), arrayOf('b', eight)]
    for (const scalars of [{}, { offset: 5 }, { fs: 0 }, { fs: Number.NaN }] as Record<string, number>[]) {
      const { description } = await make({ arrays, scalars })
      expect(description).toMatchObject({
        recognised: [{ code: 'rate-unknown' }, { code: 'rate-unknown' }],
        duration: 8,
        channels: [{ rate: null }, { rate: null }],
      })
    }
  })

  test('is that of the same group, or of the closest one around it', async () => {
    const arrays = ['a', 'left.a', 'left.hand.a', 'left/hand/a', 'right.a', '/left/foot/a'].map((name) =>
      arrayOf(name, eight),
    )
    const scalars = { fs: 1, 'left.fs': 2, 'left.hand.fs': 3, 'right.hand.fs': 4 }
    expect(await ratesOf({ arrays, scalars })).toEqual([1, 2, 3, 3, 4, 2])
  })
})

describe('times', () => {
  test('beside an array are its times, counted from the first', async () => {
    for (const name of ['t', 'time', 'times', 'timestamp', 'Time_Stamps', 'time_s', 'time_seconds', 'g.t']) {
      const recording = await make({
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

  test('of another length, of several columns or by another name are none', async () => {
    const other = async (time: NumericArray) =>
      (await make({ arrays: [arrayOf('a', eight), time] })).description.channels.length
    expect(await other(arrayOf('t', eight))).toBe(1)
    expect((await make({ arrays: [arrayOf('a', eight), arrayOf('t', range(9))] })).description.recognised).toHaveLength(
      1,
    )
    expect(await other(arrayOf('t', range(16), { shape: [8, 2], strides: [2, 1] }))).toBe(3)
    expect(await other(arrayOf('tt', eight))).toBe(2)
  })

  test('are those of the same group', async () => {
    const arrays = [
      arrayOf('left.a', eight),
      arrayOf(
        'right.t',
        eight.map((i) => i * i * 0.3),
      ),
      arrayOf(
        'left.t',
        eight.map((i) => i * i * 0.2),
      ),
    ]
    const [block] = await blocksOf(make({ arrays }))
    expect(block?.times?.[1]).toBe(0.2)
  })

  test('that are even are a rate, by which it can be measured', async () => {
    const recording = await make({
      arrays: [
        arrayOf('acc', eight),
        arrayOf(
          't_ms',
          eight.map((i) => 500 + 20 * i),
        ),
      ],
    })
    expect(recording.description).toMatchObject({ duration: 0.16, channels: [{ rate: 50 }], recognised: [] })
    expect(await blocksOf(recording)).toMatchObject([{ at: 0, step: 0.02 }])
  })

  test('are even within half a step, but for gaps', async () => {
    const rateOf = async (...times: readonly number[]) =>
      (await make({ arrays: [arrayOf('acc', range(times.length)), arrayOf('t', times)] })).description.channels[0]?.rate
    expect(await rateOf(0, 1.1, 1.9, 3.2, 4, 5, 5.8, 7)).toBe(1)
    expect(await rateOf(0, 1, 2, 3, 5, 6, 7, 8)).toBe(1)
    expect(await rateOf(0, 1, 4, 9, 16, 25, 36, 49)).toBeNull()
    // Each step is nearly the usual one, but not their sum.
    expect(await rateOf(0, 1, 2, 3, 4, 5.4, 6.8, 8.2, 9.6, 11)).toBeNull()
    expect(await rateOf(0, 0, 0, 0, 4, 4, 4, 4)).toBeNull()
  })

  test('with a gap are blocks before and after it', async () => {
    const times = [0, 1, 2, 3, 40, 41.1, 42.2, 43.3].map((time) => 10 + time)
    const recording = await make({ arrays: [arrayOf('acc', eight), arrayOf('t', times)] })
    const [before, after] = await blocksOf(recording)
    expect(recording.description.duration).toBeCloseTo(44.35, 6)
    expect(before).toMatchObject({ at: 0, step: 1, values: Float64Array.from([0, 1, 2, 3]) })
    expect(after).toMatchObject({ at: 40, values: Float64Array.from([4, 5, 6, 7]) })
    expect(after?.step).toBeCloseTo(1.1, 6)
    expect(before && after && follows(before, after)).toBe(false)
    expect((await blocksOf(recording, { from: 10 })).map(({ at }) => at)).toEqual([40])
  })

  test('that are instants tell when it was recorded', async () => {
    const march = Date.UTC(2026, 2, 1, 22) / 1000
    const instants = (name: string, late: number) =>
      arrayOf(
        name,
        eight.map((i) => (march + late + i / 4) * 1000),
      )
    const arrays = [arrayOf('a.x', eight), instants('a.time', 3), arrayOf('b.x', eight), instants('b.time', 0)]
    const recording = await make({ arrays })
    expect(recording.description).toMatchObject({
      start: march,
      clock: 'utc',
      duration: 5,
      recognised: [{ code: 'start', params: { from: 'time-column' } }],
    })
    expect((await blocksOf(recording)).map(({ channel, at }) => [channel, at])).toEqual([
      [0, 3],
      [1, 0],
    ])
  })

  test('without a date are counted together if they overlap, and each from its first if not', async () => {
    const startsAt = async (late: number) => {
      const times = (first: number) => eight.map((i) => first + i / 2)
      const arrays = [arrayOf('a.x', eight), arrayOf('a.t', times(2)), arrayOf('b.x', eight)]
      const recording = await make({ arrays: [...arrays, arrayOf('b.t', times(2 + late))] })
      return (await blocksOf(recording)).map(({ at }) => at)
    }
    expect(await startsAt(3)).toEqual([0, 3])
    expect(await startsAt(9)).toEqual([0, 0])
  })

  test('whose unit is assumed are said to be', async () => {
    const { description } = await make({
      arrays: [
        arrayOf('a', eight),
        arrayOf(
          't',
          eight.map((i) => i * 10),
        ),
      ],
    })
    expect(description).toMatchObject({
      channels: [{ rate: 100 }],
      recognised: [{ code: 'time-unit-assumed', params: { unit: 'ms' } }],
    })
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
    const recording = await make({ arrays: [long(2 * most + 5)], scalars: { fs: 1 } })
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
      load: async () => Float64Array.from({ length: most + 2 }, (_, i) => (i === 1 ? 0.7 : 2 * i + 0.5)),
    })
    const recording = await make({ arrays: [long(most + 2), times] })
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
        const recording = await make({ arrays: [array] })
        for await (const _ of recording.blocks({ signal: controller.signal })) controller.abort()
      }
      await expect(reading()).rejects.toThrow(/abort/i)
    }
  })
})

test('channels beyond the limit are counted, and those that fit are read', async () => {
  const wide = (name: string, columns: number) => arrayOf(name, [], { shape: [1000, columns], strides: [columns, 1] })
  const given: Fault = { what: 'cut-off', count: 1, offset: 5, line: null, at: null }
  const recording = await make({ arrays: [wide('a', 510), wide('b', 3), wide('c', 2), wide('d', 1)], faults: [given] })
  expect(recording.description.channels).toHaveLength(limits.channels)
  expect((await make({ arrays: [wide('a', limits.channels)] })).description.channels).toHaveLength(limits.channels)
  return expect(
    read(make({ arrays: [wide('a', 513), arrayOf('b', eight)], faults: [given] })).then(([a, b]) => [a, b]),
  ).resolves.toMatchObject([given, { what: 'limit', count: 513 }])
})

describe('an array that can’t be read', () => {
  const failing = (name: string, error: Error) => arrayOf(name, eight, { load: () => Promise.reject(error) })

  test.each([
    ['cut-off', 'cut-off'],
    ['unsupported', 'not-supported'],
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
