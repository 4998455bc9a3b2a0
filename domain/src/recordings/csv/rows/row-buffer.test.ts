import { describe, expect, test } from 'vitest'
import { limits } from '../../limits.ts'
import type { Plan } from './plan.ts'
import { RowBuffer } from './row-buffer.ts'

const range = (count: number) => Array.from({ length: count }, (_, i) => i)
/** `sparse`: of each channel, its gap, or null for one with a value in each line. */
const bufferOf = (sparse: readonly (number | null)[], step: number | null = null) =>
  new RowBuffer({ step, channels: sparse.map((sparseGap, column) => ({ column, sparseGap })) } as unknown as Plan)

/** Adds a line: its time and the value of each channel, null for a missing one. */
function add(buffer: RowBuffer, at: number, ...values: readonly (number | null)[]) {
  buffer.clearRow()
  for (const [channel, value] of values.entries())
    if (value !== null) buffer.cells[channel * buffer.capacity + buffer.rows] = value
  buffer.times[buffer.rows] = at
  buffer.rows++
}

test('a block holds as many lines as it may, fewer of many channels, and at least 256', () => {
  expect([0, 1, 16, 17, 100, 4096, 5000].map((count) => bufferOf(Array<null>(count).fill(null)).capacity)).toEqual([
    limits.blockSamples,
    limits.blockSamples,
    65_536,
    61_680,
    10_485,
    256,
    256,
  ])
})

describe('lines', () => {
  test('become a block of each channel, which continues the one before', () => {
    const buffer = bufferOf([null, null])
    add(buffer, 5, 1, 10)
    add(buffer, 6, 2, null)
    expect(buffer.flush(false)).toEqual([
      { channel: 0, at: 5, step: null, times: Float64Array.of(5, 6), values: Float64Array.of(1, 2), continues: false },
      {
        channel: 1,
        at: 5,
        step: null,
        times: Float64Array.of(5, 6),
        values: Float64Array.of(10, Number.NaN),
        continues: false,
      },
    ])
    expect([buffer.rows, buffer.flush(false)]).toEqual([0, []])
    add(buffer, 7, 3, 30)
    expect(buffer.flush(true).map(({ continues, at }) => [continues, at])).toEqual([
      [true, 7],
      [true, 7],
    ])
    add(buffer, 9, 4, 40)
    expect(buffer.flush(false).map(({ continues }) => continues)).toEqual([false, false])
  })

  test('after a gap begin anew, even if nothing was read between', () => {
    const buffer = bufferOf([null])
    add(buffer, 5, 1)
    buffer.flush(true)
    expect([buffer.flush(false), buffer.flush(false)]).toEqual([[], []])
    add(buffer, 9, 2)
    expect(buffer.flush(false).map(({ continues }) => continues)).toEqual([false])
    expect(buffer.flush(false)).toEqual([])
    add(buffer, 10, 3)
    expect(buffer.flush(false).map(({ continues }) => continues)).toEqual([true])
  })

  test('of even steps have no times', () => {
    const buffer = bufferOf([null], 0.5)
    add(buffer, 5, 1)
    expect(buffer.flush(false)).toEqual([
      { channel: 0, at: 5, step: 0.5, values: Float64Array.of(1), continues: false },
    ])
  })

  test('of a channel without any value are none of it, and it begins anew', () => {
    const buffer = bufferOf([null, null])
    add(buffer, 5, 1, 10)
    buffer.flush(false)
    add(buffer, 6, 2, null)
    expect(buffer.flush(false).map(({ channel, continues }) => [channel, continues])).toEqual([[0, true]])
    add(buffer, 7, 3, 30)
    expect(buffer.flush(false).map(({ channel, continues }) => [channel, continues])).toEqual([
      [0, true],
      [1, false],
    ])
  })

  test('before a gap are returned, and the one after it, which is being read, is kept', () => {
    const buffer = bufferOf([null, null])
    add(buffer, 5, 1, 10)
    add(buffer, 6, 2, 20)
    buffer.clearRow()
    buffer.cells[2] = 3
    buffer.cells[buffer.capacity + 2] = 30
    expect(buffer.cut().map(({ values }) => [...values])).toEqual([
      [1, 2],
      [10, 20],
    ])
    expect([buffer.rows, buffer.cells[0], buffer.cells[buffer.capacity]]).toEqual([0, 3, 30])
    // Without lines before it, there is nothing to return or to move.
    expect(buffer.cut()).toEqual([])
    expect([buffer.cells[0], buffer.cells[buffer.capacity]]).toEqual([3, 30])
    buffer.times[0] = 9
    buffer.rows = 1
    expect(buffer.flush(false).map(({ at, continues }) => [at, continues])).toEqual([
      [9, false],
      [9, false],
    ])
  })
})

describe('a channel that most lines leave empty', () => {
  const placesOf = (blocks: ReturnType<RowBuffer['flush']>) =>
    blocks.map(({ channel, times, values, continues }) => [channel, [...(times ?? [])], [...values], continues])

  test('has blocks of the lines with a value, which end at gaps', () => {
    const buffer = bufferOf([null, 3])
    for (const i of range(9)) add(buffer, i, i, i === 1 || i === 4 || i === 8 ? 10 * i : null)
    const blocks = buffer.flush(false)
    expect(blocks.slice(1)).toMatchObject([
      { channel: 1, at: 1, step: null },
      { channel: 1, at: 8, step: null },
    ])
    expect(placesOf(blocks.slice(1))).toEqual([
      [1, [1, 4], [10, 40], false],
      [1, [8], [80], false],
    ])
  })

  test('continues what was returned before, unless a gap is between', () => {
    const buffer = bufferOf([3])
    add(buffer, 1, 10)
    expect(placesOf(buffer.flush(false))).toEqual([[0, [1], [10], false]])
    add(buffer, 2, null)
    add(buffer, 4, 40)
    expect(placesOf(buffer.flush(true))).toEqual([[0, [4], [40], true]])
    add(buffer, 7.5, 70)
    add(buffer, 8, 80)
    expect(placesOf(buffer.flush(false))).toEqual([[0, [7.5, 8], [70, 80], false]])
    add(buffer, 9, null)
    expect(buffer.flush(false)).toEqual([])
  })
})
