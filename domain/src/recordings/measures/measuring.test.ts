import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block, Channel } from '../recording.ts'
import { resultOf } from '../testing/measure-inputs.ts'
import { Measuring } from './measuring.ts'
import type { Range } from './method/spans.ts'

const rate = 30
const channels: Channel[] = ['x', 'y', 'z'].map((name) => ({ name, unit: 'g', kind: 'acceleration', rate }))

/** Somebody who moves and rests, in whole milli-g. */
function sampleAt(channel: number, i: number): number {
  const moves = i % 900 < 500 ? Math.sin(i / (2 + channel)) * 0.7 + Math.cos(i / 3.1) * 0.4 : 0
  return Math.round((moves + (channel === 2 ? 1 : 0.05)) * 1000) / 1000
}

function measure(range: Range, blocks: readonly (readonly [from: number, to: number])[]) {
  const measuring = new Measuring(channels, range)
  for (const [from, to] of blocks) {
    for (const channel of [0, 1, 2]) {
      const values = Float64Array.from({ length: to - from }, (_, i) => sampleAt(channel, from + i))
      const block: Block = { channel, at: from / rate, step: 1 / rate, values }
      measuring.add(block)
    }
  }
  return measuring.results()
}

test('the numbers do not depend on how the samples are divided into blocks', () => {
  const whole = measure({ from: 10, to: 100, epoch: 7 }, [[0, 3600]])
  expect(whole.length).toBeGreaterThan(9)
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 3599 }), { maxLength: 8 }), (cuts) => {
      const bounds = [0, ...cuts.toSorted((a, b) => a - b), 3600]
      const divided = measure(
        { from: 10, to: 100, epoch: 7 },
        bounds.slice(1).map((to, i) => [bounds[i] ?? 0, to]),
      )
      expect(
        divided.map(({ measure: name, value, epochs }) => [
          name,
          value?.toFixed(9),
          epochs.map((each) => each.toFixed(9)),
        ]),
      ).toEqual(
        whole.map(({ measure: name, value, epochs }) => [
          name,
          value?.toFixed(9),
          epochs.map((each) => each.toFixed(9)),
        ]),
      )
    }),
    { numRuns: 25 },
  )
})

test('epochs begin with the activity and go on in both directions', () => {
  const { firstEpoch, epochs, recorded } = resultOf(measure({ from: 10, to: 100, epoch: 20 }, [[0, 3600]]), 'enmo')
  // From -30 to -10 s nothing was recorded, from -10 to 10 s half of it.
  expect([firstEpoch, epochs.length, recorded]).toEqual([-1, 6, 1])
  expect(epochs.map(Number.isNaN)).toEqual([true, false, false, false, false, false])
})

test('a gap leaves its epochs empty, and the share that was recorded is told', () => {
  const { epochs, recorded, value } = resultOf(
    measure({ from: 0, to: 120, epoch: 20 }, [
      [0, 1500],
      [2100, 3600],
    ]),
    'mad',
  )
  expect(epochs.map(Number.isNaN)).toEqual([false, false, true, true, false, false])
  expect(recorded).toBeCloseTo(100 / 120, 9)
  expect(value).not.toBeNull()
})

test('an activity of which nothing was recorded has no values', () => {
  for (const { value, recorded } of measure({ from: 200, to: 300, epoch: 20 }, [[0, 1500]])) {
    expect([value, recorded]).toEqual([null, 0])
  }
})

test('the unit of a file that names none is seen in its samples, and stored with the result', () => {
  const unnamed = channels.map((channel) => ({ ...channel, unit: null }))
  const read = (scale: number) => {
    const measuring = new Measuring(unnamed, { from: 0, to: 40, epoch: 5 })
    for (const channel of [0, 1, 2]) {
      const values = Float64Array.from({ length: 1200 }, (_, i) => sampleAt(channel, i) * scale)
      measuring.add({ channel, at: 0, step: 1 / rate, values })
    }
    return measuring.results().filter(({ measure: name }) => name === 'enmo')
  }
  const [inG] = read(1)
  const [inSi] = read(9.80665)
  expect(inSi?.value).toBeCloseTo(inG?.value ?? 0, 9)
  expect(inSi?.parameters.factor_to_g).toBeCloseTo(1 / 9.80665, 12)
  expect(read(3000)).toEqual([])
})

test('without a known end, the whole recording is measured until its last sample', () => {
  const { value, recorded } = resultOf(
    measure({ from: 0, to: Number.POSITIVE_INFINITY, epoch: 20 }, [[0, 1500]]),
    'enmo',
  )
  expect([recorded, value]).toEqual([1, resultOf(measure({ from: 0, to: 50, epoch: 20 }, [[0, 1500]]), 'enmo').value])
})

test('of a recording with many channels, the first have epochs, and no more than 64 are measured', () => {
  const many = Array.from({ length: 80 }, (_, i): Channel => ({ name: `c${i}`, unit: null, kind: 'other', rate: 1 }))
  const measuring = new Measuring(many, { from: 0, to: 4, epoch: 2 })
  for (const channel of many.keys()) measuring.add({ channel, at: 0, step: 1, values: Float64Array.of(1, 2, 3, 4) })
  const means = measuring.results().filter((each) => each.measure === 'mean')
  expect(means.map(({ value }) => value)).toEqual(Array.from({ length: 64 }, () => 2.5))
  expect(means.filter(({ epochs }) => epochs.length > 0).map(({ channel }) => channel)).toEqual(
    many.slice(0, 8).map(({ name }) => name),
  )
})

test('a recording whose last sample is a little early by its times fills its last epoch', () => {
  const measureEnding = (samples: number) => {
    const measuring = new Measuring(channels, { from: 0, to: 60, epoch: 20 })
    // As a file tells times whose milliseconds are cut off.
    const step = 0.03333
    for (const channel of [0, 1, 2]) {
      measuring.add({
        channel,
        at: 0,
        step,
        values: Float64Array.from({ length: samples }, (_, i) => sampleAt(channel, i)),
      })
    }
    return resultOf(measuring.results(), 'enmo').epochs.length
  }
  expect(measureEnding(1800)).toBe(3)
  expect(measureEnding(1796)).toBe(2)
})

test('sensors whose channels have the same names are told apart', () => {
  const own = ['X', 'Y', 'Z'].map((axis) => ({ ...channels[0], name: `Accelerometer ${axis}` }) as Channel)
  const imu = own.map((channel) => ({ ...channel, sensor: 'IMU' }))
  const measuring = new Measuring([...own, ...imu, { name: 'Light', unit: null, kind: 'other', rate, sensor: 'IMU' }], {
    from: 0,
    to: 60,
    epoch: 60,
  })
  for (const [channel] of [...own, ...imu, null].entries())
    measuring.add({
      channel,
      at: 0,
      step: 1 / rate,
      values: Float64Array.from({ length: 1800 }, (_, i) => sampleAt(channel % 3, i)),
    })
  const results = measuring.results()
  const names = (measure: string) => results.filter((each) => each.measure === measure).map(({ channel }) => channel)
  expect(names('enmo')).toEqual(['Accelerometer XYZ', 'IMU Accelerometer XYZ'])
  expect(names('mean')).toEqual([...own.map(({ name }) => name), ...own.map(({ name }) => `IMU ${name}`), 'Light'])
})
