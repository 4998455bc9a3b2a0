import { describe, expect, test } from 'vitest'
import { type Fault, isFault } from '../recording.ts'
import { writeRecord, writeTwelveBits, writeWords } from '../testing/write-gt3x.ts'
import { joinBytes } from '../testing/write-zip.ts'
import {
  type LogRecord,
  makeReadings,
  makeSeries,
  readLog,
  readLogStart,
  unpackTwelveBits,
  unpackWords,
} from './gt3x-log.ts'

/** What a log in these chunks holds. */
async function read(...chunks: readonly Uint8Array<ArrayBuffer>[]) {
  const items: (LogRecord | Fault)[] = []
  const source = (async function* () {
    yield* chunks
  })()
  for await (const part of readLog(source)) items.push(...part)
  return items.map((item) =>
    'payload' in item
      ? {
          type: item.type,
          time: item.time,
          payload: [
            ...new Uint8Array(item.payload.buffer)
              .subarray(item.payload.byteOffset)
              .subarray(0, item.payload.byteLength),
          ],
        }
      : { what: item.what, offset: item.offset, detail: item.detail },
  )
}

const records = [
  { type: 26, time: 1_700_000_000, payload: [1, 2, 3, 4, 5, 6] },
  { type: 5, time: 1_700_000_001, payload: [7, 8] },
  { type: 0, time: 1_700_000_002, payload: [] },
]
const [first, second, third] = records.map(({ type, time, payload }) => writeRecord(type, time, payload)) as [
  Uint8Array<ArrayBuffer>,
  Uint8Array<ArrayBuffer>,
  Uint8Array<ArrayBuffer>,
]

describe('records of a log', () => {
  test('wherever the chunks are divided, the same records are read', async () => {
    const whole = joinBytes([first, second, third])
    for (let at = 0; at <= whole.length; at++) expect(await read(whole.slice(0, at), whole.slice(at))).toEqual(records)
    expect(await read(...[...whole].map((byte) => Uint8Array.of(byte)))).toEqual(records)
    expect(readLogStart(joinBytes([whole, first.slice(0, 5)]))).toHaveLength(3)
  })

  test('wherever the chunks are divided, damage is where it lies', async () => {
    const damaged = second.slice()
    damaged[8] = 99
    const whole = joinBytes([first, Uint8Array.of(0, 0), damaged, third])
    const expected = [records[0], { what: 'corrupt-block', offset: first.length + 2, detail: 'log.bin' }, records[2]]
    for (let at = 0; at <= whole.length; at++) expect(await read(whole.slice(0, at), whole.slice(at))).toEqual(expected)
  })

  test('zeros between records are no damage, zeros in damage are part of it', async () => {
    expect(await read(joinBytes([first, new Uint8Array(9), second, new Uint8Array(3)]))).toEqual(records.slice(0, 2))
    expect(await read(joinBytes([first, Uint8Array.of(1, 0, 0), second]))).toEqual([
      records[0],
      { what: 'corrupt-block', offset: first.length, detail: 'log.bin' },
      records[1],
    ])
  })

  test('a log that ends within a record is cut off where it begins', async () => {
    for (const length of [1, 7, 8, second.length - 1])
      expect(await read(joinBytes([first, second.slice(0, length)]))).toEqual([
        records[0],
        { what: 'cut-off', offset: first.length, detail: 'log.bin' },
      ])
  })

  test('a length beyond the end hides no record that follows', async () => {
    const wrong = second.slice()
    wrong[7] = 0xff
    expect(await read(joinBytes([wrong, third]))).toEqual([
      { what: 'corrupt-block', offset: 0, detail: 'log.bin' },
      records[2],
    ])
  })

  test('26 is the last type', async () => {
    expect(await read(writeRecord(26, 1, [1]))).toEqual([{ type: 26, time: 1, payload: [1] }])
    expect(await read(joinBytes([writeRecord(27, 1, [1]), second]))).toEqual([
      { what: 'corrupt-block', offset: 0, detail: 'log.bin' },
      records[1],
    ])
  })
})

test('samples of twelve bits are signed, and what is left over makes none', () => {
  const bytes = writeTwelveBits([2047, -2048, -1, 1, 2, 3, 4, 5])
  expect(unpackTwelveBits(bytes, 1).map((axis) => [...axis])).toEqual([
    [-2048, 2],
    [2047, 1],
    [-1, 3],
  ])
  expect(unpackTwelveBits(writeTwelveBits([10, 20, 30, 40]), 10).map((axis) => [...axis])).toEqual([[2], [1], [3]])
})

test('samples of words are signed, and what is left over makes none', () => {
  const view = new DataView(writeWords([300, -300, 2, 4, 5, 6, 7, 8]).buffer)
  expect(unpackWords(view, 2).map((axis) => [...axis])).toEqual([
    [150, 2],
    [-150, 2.5],
    [1, 3],
  ])
})

const seconds = (...counts: readonly number[]) => counts.map((count) => [new Float32Array(count).fill(count)])

describe('seconds of a series', () => {
  test('those that follow are joined, and others begin a block', () => {
    const series = makeSeries([3])
    const [two, more, four] = seconds(2, 2, 4)
    for (const [at, values] of [two, more, four].entries()) series.add(at, 1, values ?? [])
    series.add(6, 1, four ?? [])
    expect(series.flush()).toEqual([
      { channel: 3, at: 0, step: 0.5, continues: false, values: Float32Array.of(2, 2, 2, 2) },
      { channel: 3, at: 2, step: 0.25, continues: true, values: Float32Array.of(4, 4, 4, 4) },
      { channel: 3, at: 6, step: 0.25, continues: false, values: Float32Array.of(4, 4, 4, 4) },
    ])
    expect(series.flush()).toEqual([])
    series.add(7, 1, two ?? [])
    expect(series.flush()).toMatchObject([{ at: 7, continues: true }])
  })

  test('less than half a sample between them is no gap', () => {
    const series = makeSeries([0])
    const [two] = seconds(2)
    for (const at of [0, 1.24, 2.49]) series.add(at, 1, two ?? [])
    expect(series.flush().map(({ at }) => at)).toEqual([0, 2.49])
  })

  test('a second that begins before the last one ended is refused, one without samples does nothing', () => {
    const series = makeSeries([0])
    const [two, none] = seconds(2, 0)
    expect(series.add(5, 1, two ?? [])).toBeUndefined()
    expect(series.add(5.9, 1, two ?? [])).toMatchObject({ what: 'time-backwards', at: 5.9 })
    expect(series.add(0, 1, none ?? [])).toBeUndefined()
    expect(series.add(0, 1, [])).toBeUndefined()
    expect(series.add(6, 1, two ?? [])).toBeUndefined()
    expect(series.flush()).toHaveLength(1)
  })

  test('each channel has its own samples', () => {
    const series = makeSeries([4, 5])
    series.add(0, 1, [Float32Array.of(1, 2), Float32Array.of(3, 4)])
    series.add(1, 1, [Float32Array.of(5, 6), Float32Array.of(7, 8)])
    expect(series.flush().map(({ channel, values }) => [channel, ...values])).toEqual([
      [4, 1, 2, 5, 6],
      [5, 3, 4, 7, 8],
    ])
  })
})

test('single readings are one block, without those that go back', () => {
  const readings = makeReadings(2)
  expect(readings.flush()).toEqual([])
  for (const [at, value] of [
    [0, 1],
    [5, 2],
    [4, 9],
    [5, 3],
  ] as const)
    readings.add(at, value)
  const [block, ...more] = readings.flush()
  expect(more).toEqual([])
  expect(block && !isFault(block) && block).toEqual({
    channel: 2,
    at: 0,
    step: null,
    continues: true,
    times: Float64Array.of(0, 5, 5),
    values: Float32Array.of(1, 2, 3),
  })
  expect(readings.flush()).toEqual([])
  readings.add(1, 4)
  expect(readings.flush()).toMatchObject([{ at: 1 }])
})
