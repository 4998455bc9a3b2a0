import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block, Channel } from '../recording.ts'
import { type Samples, Signals } from './signals.ts'

const axis = (name: string, rate: number | null = 10): Channel => ({ name, unit: 'g', kind: 'acceleration', rate })
const channels = [axis('x'), axis('y'), axis('z')]

function block(channel: number, at: number, values: readonly number[], continues?: boolean): Block {
  const made = { channel, at, step: 0.1, values: Float64Array.from(values) }
  return continues === undefined ? made : { ...made, continues }
}

function read(blocks: readonly Block[]): Samples[] {
  const signals = new Signals(channels, [{ channels: [0, 1, 2] }])
  return blocks.flatMap((each) => signals.add(each))
}

const plain = (samples: readonly Samples[]) =>
  samples.map(({ at, columns, continues }) => ({ at, columns: columns.map((each) => [...each]), continues }))

test('axes are read at the same times however their blocks are divided', () => {
  const values = Array.from({ length: 40 }, (_, i) => i)
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 39 }), { maxLength: 6 })
  const divided = (channel: number, at: readonly number[]) => {
    const bounds = [0, ...at.toSorted((a, b) => a - b), 40]
    return bounds.slice(1).map((to, i) => {
      const from = bounds[i] ?? 0
      return block(
        channel,
        from / 10,
        values.slice(from, to).map((value) => value + channel * 100),
      )
    })
  }
  fc.assert(
    fc.property(cuts, cuts, cuts, (...each) => {
      const samples = read(each.flatMap((at, channel) => divided(channel, at)))
      const column = (index: number) => samples.flatMap(({ columns }) => [...(columns[index] ?? [])])
      expect([0, 1, 2].map(column)).toEqual([0, 100, 200].map((plus) => values.map((value) => value + plus)))
      expect(samples.map(({ continues }) => continues)).toEqual(samples.map((_, index) => index > 0))
    }),
  )
})

test('a sample that one axis lacks is left out of all, and is a gap', () => {
  const samples = read([block(0, 0, [1, 2, 3]), block(1, 0, [4, Number.NaN, 6]), block(2, 0, [7, 8, 9])])
  expect(plain(samples)).toEqual([
    { at: 0, columns: [[1], [4], [7]], continues: false },
    { at: 0.2, columns: [[3], [6], [9]], continues: false },
  ])
})

test('an axis that begins later makes the others wait, and a gap of one is a gap of all', () => {
  const samples = read([
    block(0, 0, [1, 2, 3, 4]),
    block(1, 0.2, [5, 6]),
    block(2, 0, [7, 8, 9, 10]),
    block(0, 0.4, [11]),
    block(1, 0.4, [12]),
    block(2, 0.4, [13], false),
  ])
  expect(plain(samples)).toEqual([
    {
      at: 0.2,
      columns: [
        [3, 4],
        [5, 6],
        [9, 10],
      ],
      continues: false,
    },
    { at: 0.4, columns: [[11], [12], [13]], continues: false },
  ])
})

test('samples with times of their own are interpolated at the rate of the channel', () => {
  const signals = new Signals([axis('x')], [{ channels: [0] }])
  const irregular = (times: number[], values: number[], continues: boolean): Block => ({
    channel: 0,
    at: times[0] ?? 0,
    step: null,
    times: Float64Array.from(times),
    values: Float64Array.from(values),
    continues,
  })
  const samples = [
    ...signals.add(irregular([1, 1.15, 1.3], [10, 25, 40], false)),
    ...signals.add(irregular([1.45], [55], true)),
    ...signals.add(irregular([9], [1], false)),
  ]
  expect(
    samples.map(({ at, columns }) => [at, ...(columns[0] ?? [])].map((value) => Math.round(value * 1e6) / 1e6)),
  ).toEqual([
    [1, 10, 20, 30, 40],
    [1.4, 50],
    [9, 1],
  ])
  expect(samples.map(({ continues }) => continues)).toEqual([false, true, false])
})

test('channels of no signal are passed over', () => {
  expect(new Signals([axis('x')], []).add(block(0, 0, [1]))).toEqual([])
})
