import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block, Channel } from '../recording.ts'
import { findingOf, type Given, judgeBlocks, judgeSignals, toldOf } from './test/judge-signals.ts'

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
/** A signal that never has the same value twice in a row. */
const lively = (count: number) => range(count).map((i) => Math.sin(i / 7) + Math.cos(i * 1.7) / 9)
const ecg = (values: readonly number[], rest: Partial<Given> = {}): Given => ({
  kind: 'ecg',
  unit: 'mV',
  values,
  ...rest,
})

test('a good recording has nothing to tell', () => {
  const quality = judgeSignals([ecg(lively(3000)), { kind: 'acceleration', unit: 'g', values: lively(3000) }])
  expect(quality).toMatchObject({ share: 1, findings: [], accelerometers: [], battery: null, temperature: null })
})

test('a recording without channels or samples has nothing to tell', () => {
  expect(judgeSignals([])).toMatchObject({ share: null, findings: [] })
  expect(judgeSignals([ecg([])])).toMatchObject({ share: null, findings: [] })
})

describe('a flat part', () => {
  const flatFrom = (from: number, to: number, count = 6000) =>
    lively(count).map((value, i) => (i >= from && i < to ? 0.5 : value))

  test('is told where it lies, however the blocks are divided', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 1001, max: 3000 }),
        fc.integer({ min: 7, max: 6000 }),
        (from, length, size) => {
          const found = findingOf(judgeSignals([ecg(flatFrom(from, from + length))], { size }), 'flat')
          expect(found).toMatchObject({ channels: [0], isWarning: true })
          expect(found?.from).toBeCloseTo(from / 100, 6)
          expect(found?.to).toBeCloseTo((from + length) / 100, 6)
          expect(found?.value).toBeCloseTo(length / 100, 6)
        },
      ),
      { numRuns: 40 },
    )
  })

  test('of ten seconds is none in an ECG, and of five minutes none in an acceleration', () => {
    expect(toldOf(judgeSignals([ecg(flatFrom(100, 1090))]))).toEqual([])
    expect(toldOf(judgeSignals([ecg(flatFrom(100, 1110))]))).toEqual(['flat 0'])
    const still = (seconds: number): Given => ({
      kind: 'acceleration',
      rate: 10,
      values: flatFrom(0, seconds * 10, 10_000),
    })
    expect(toldOf(judgeSignals([still(299)]))).toEqual([])
    expect(toldOf(judgeSignals([still(301)]))).toEqual(['flat 0'])
  })

  test('that is the whole recording is flat, however short', () => {
    expect(toldOf(judgeSignals([{ kind: 'acceleration', values: range(600).map(() => 0) }]))).toEqual(['flat 0'])
    expect(toldOf(judgeSignals([{ kind: 'acceleration', values: range(400).map(() => 0) }]))).toEqual([])
  })

  test('of an unknown kind counts only where the signal changes with most samples elsewhere', () => {
    const steps = range(20_000).map((i) => Math.floor(i / 8000))
    expect(toldOf(judgeSignals([{ values: steps }]))).toEqual([])
    expect(toldOf(judgeSignals([{ values: flatFrom(5000, 12_000, 20_000) }]))).toEqual(['flat 0'])
    expect(toldOf(judgeSignals([{ kind: 'temperature', values: flatFrom(5000, 12_000, 20_000) }]))).toEqual([])
  })

  test('of an unknown kind does not count in values of a second or more, which sum up what happened', () => {
    const counts = flatFrom(500, 800, 2000)
    expect(toldOf(judgeSignals([{ values: counts, rate: 2 }]))).toEqual(['flat 0'])
    for (const rate of [1, 1 / 15, 1 / 60]) expect(toldOf(judgeSignals([{ values: counts, rate }]))).toEqual([])
  })

  test('that a gap divides is two', () => {
    const channel: Channel = { name: 'ecg', unit: 'mV', kind: 'ecg', rate: 100 }
    const block = (at: number, seconds: number): Block => ({
      channel: 0,
      at,
      step: 0.01,
      values: new Float64Array(seconds * 100).fill(1),
    })
    const missing: Block = { ...block(20, 8), values: Float64Array.from({ length: 800 }, () => Number.NaN) }
    const found = findingOf(judgeBlocks([channel], [block(0, 12), missing, block(40, 15)]), 'flat')
    expect(found).toMatchObject({ value: 27, from: 40, to: 55 })
  })

  test('of several channels is told once', () => {
    const quality = judgeSignals([ecg(flatFrom(500, 5000)), ecg(lively(6000)), ecg(flatFrom(500, 5000))])
    expect(toldOf(quality)).toEqual(['flat 0,2'])
  })
})

describe('a signal that is cut off', () => {
  const wave = (count: number, size: number) => range(count).map((i) => Math.round(1000 * size * Math.sin(i / 9)))
  const cut = (values: readonly number[], at: number) => values.map((value) => Math.max(-at, Math.min(at, value)))

  test('is clipped at its own extremes', () => {
    const quality = judgeSignals([ecg(cut(wave(5000, 2), 1200), { unit: 'µV' })])
    expect(toldOf(quality)).toEqual(['clipped 0'])
    const share = findingOf(quality, 'clipped')?.value ?? 0
    const at = cut(wave(5000, 2), 1200).filter((value) => Math.abs(value) === 1200).length / 5000
    expect(share).toBeGreaterThan(at * 0.9)
    expect(share).toBeLessThanOrEqual(at)
  })

  test('is saturated where the file names the range', () => {
    const quality = judgeSignals([ecg(cut(wave(5000, 2), 1200), { unit: 'µV', range: [-1200, 1200] })])
    expect(toldOf(quality)).toEqual(['saturated 0'])
    expect(findingOf(quality, 'saturated')).toMatchObject({ expected: 1200, isWarning: true })
  })

  test('is not saturated by a range that its values go far beyond', () => {
    expect(toldOf(judgeSignals([ecg(wave(5000, 2), { unit: 'µV', range: [0, 100] })]))).toEqual([])
    const little = cut(wave(5000, 2), 1200)
    expect(toldOf(judgeSignals([ecg(little, { unit: 'µV', range: [-1150, 1150] })]))).toEqual(['saturated 0'])
  })

  test('is not what stays within, rests at an end, or is rectified', () => {
    expect(toldOf(judgeSignals([ecg(wave(5000, 2), { unit: 'µV' })]))).toEqual([])
    expect(toldOf(judgeSignals([ecg(wave(5000, 2), { unit: 'µV', range: [-5000, 5000] })]))).toEqual([])
    const resting = range(5000).map((i) => [0, 1, 1, 1, 0][i % 5] ?? 0)
    expect(toldOf(judgeSignals([{ kind: 'acceleration', values: resting }]))).toEqual([])
    const rectified = wave(5000, 2).map((value) => Math.max(0, value))
    expect(toldOf(judgeSignals([{ kind: 'emg', values: rectified }]))).toEqual([])
    expect(toldOf(judgeSignals([{ values: cut(wave(5000, 2), 1200) }]))).toEqual([])
  })
})

describe('what is missing', () => {
  const channel = (name: string): Channel => ({ name, unit: null, kind: 'other', rate: 10 })
  const block = (index: number, at: number, seconds: number): Block => ({
    channel: index,
    at,
    step: 0.1,
    values: Float64Array.from(lively(seconds * 10)),
  })

  test('in all channels is told of the file, with its longest part', () => {
    const both = [0, 1].flatMap((index) => [block(index, 0, 50), block(index, 53, 47), block(index, 110, 90)])
    const quality = judgeBlocks([channel('a'), channel('b')], both)
    expect(quality.share).toBeCloseTo(1 - 13 / 200, 6)
    expect(toldOf(quality)).toEqual(['incomplete'])
    expect(findingOf(quality, 'incomplete')).toMatchObject({ from: 100, to: 110, isWarning: true })
  })

  test('in one channel is told of that channel', () => {
    const quality = judgeBlocks([channel('a'), channel('b')], [block(0, 0, 200), block(1, 0, 100), block(1, 130, 70)])
    expect(toldOf(quality)).toEqual(['incomplete', 'drop-outs 1'])
    expect(findingOf(quality, 'drop-outs')).toMatchObject({ from: 100, to: 130, value: 30 })
  })

  test('below a second is not told, and a little of a long recording is no warning', () => {
    const short = [block(0, 0, 50), block(0, 50.9, 50)]
    expect(toldOf(judgeBlocks([channel('a')], short))).toEqual([])
    const long = [block(0, 0, 1000), block(0, 1005, 1000)]
    expect(findingOf(judgeBlocks([channel('a')], long), 'incomplete')).toMatchObject({ isWarning: false })
  })
})

describe('the rate', () => {
  test('by the times is held against the stated one', () => {
    const at = (rate: number) => judgeSignals([{ values: lively(20_000), rate: 100, step: 1 / rate }])
    expect(toldOf(at(100))).toEqual([])
    expect(findingOf(at(50), 'wrong-rate')).toMatchObject({ expected: 100, isWarning: true })
    expect(findingOf(at(50), 'wrong-rate')?.value).toBeCloseTo(50, 6)
    expect(toldOf(at(94.9))).toEqual(['wrong-rate 0'])
    expect(findingOf(at(101), 'clock-drift')).toMatchObject({ isWarning: false })
    expect(findingOf(at(101), 'clock-drift')?.value).toBeCloseTo(864, 3)
    expect(findingOf(at(99), 'clock-drift')?.value).toBeCloseTo(-864, 3)
    expect(toldOf(at(100.0001))).toEqual([])
  })

  test('in the lines before the data counts, where the times say otherwise', () => {
    const recognised = [{ code: 'rate-stated', params: { rate: 50 } }]
    const quality = judgeSignals([{ values: lively(20_000), rate: 100 }], { recognised })
    expect(findingOf(quality, 'wrong-rate')).toMatchObject({ expected: 50 })
  })

  test('of a recording without one tells neither times nor flat parts', () => {
    const recognised = [{ code: 'rate-unknown' }]
    expect(toldOf(judgeSignals([ecg(range(9000).map(() => 1))], { recognised }))).toEqual([])
  })
})

describe('a unit', () => {
  const gravity = (length: number) => {
    const tilt = range(6000).map((i) => Math.sin(i / 900))
    const names = ['acc x', 'acc y', 'acc z']
    const axes = [tilt.map((x) => x * length), tilt.map((x) => Math.sqrt(1 - x * x) * length), tilt.map(() => 0)]
    return axes.map((values, i): Given => ({ name: names[i] ?? '', kind: 'acceleration', unit: 'g', values }))
  }

  test.each([
    [1, []],
    [9.81, ['wrong-unit 0,1,2']],
    [1000, ['wrong-unit 0,1,2']],
    [0.05, []],
  ])('g of an acceleration that shows a gravity of %s', (length, told) => {
    const quality = judgeSignals(gravity(length).map((each) => ({ ...each, values: each.values.map((v) => v + 1e-9) })))
    expect(toldOf(quality).filter((each) => each.startsWith('wrong-unit'))).toEqual(told)
  })

  test.each([
    ['mV', 'ecg', 0.5, []],
    ['mV', 'ecg', 500, ['wrong-unit 0']],
    ['V', 'ecg', 0.5, ['wrong-unit 0']],
    ['µV', 'ecg', 500, []],
  ] as const)('%s of an %s that is %s high', (unit, kind, size, told) => {
    expect(toldOf(judgeSignals([{ kind, unit, values: lively(3000).map((value) => value * size) }]))).toEqual(told)
  })

  test.each([
    ['°C', 'temperature', 33, []],
    ['°C', 'temperature', 95, ['wrong-unit 0']],
    ['°C', 'temperature', -60, ['wrong-unit 0']],
    ['K', 'temperature', 300, []],
    ['bpm', 'heart-rate', 70, []],
    ['bpm', 'heart-rate', 1, ['wrong-unit 0']],
    ['bpm', 'heart-rate', 700, ['wrong-unit 0']],
    ['%', 'saturation', 97, []],
    ['%', 'saturation', 977, ['wrong-unit 0']],
  ] as const)('%s of a %s of %s', (unit, kind, mean, told) => {
    const values = lively(3000).map((value) => mean + value / 10)
    expect(toldOf(judgeSignals([{ kind, unit, rate: 1, values }]))).toEqual(told)
  })
})

describe('battery and temperature', () => {
  const course = (kind: Channel['kind'], unit: string | null, from: number, to: number): Given => ({
    kind,
    unit,
    rate: 1,
    values: range(1000).map((i) => from + ((to - from) * i) / 999),
  })

  test.each([
    ['V', 4.1, 3.6, []],
    ['V', 4.1, 3.3, ['battery-low 0']],
    ['mV', 4100, 3600, []],
    ['mV', 4100, 3300, ['battery-low 0']],
    ['%', 90, 12, []],
    ['%', 90, 8, ['battery-low 0']],
    [null, 90, 8, ['battery-low 0']],
  ])('a battery in %s from %s to %s', (unit, from, to, told) => {
    const quality = judgeSignals([course('battery', unit, from, to)])
    expect(toldOf(quality)).toEqual(told)
    expect(quality.battery).toMatchObject({ channel: 0, first: from, last: to, min: to, max: from })
  })

  test('a temperature below that of skin is told of a recording of acceleration', () => {
    const axes = ['x', 'y', 'z'].map(
      (axis, i): Given => ({
        name: `acc ${axis}`,
        unit: 'g',
        kind: 'acceleration',
        rate: 1,
        values: lively(1000).map((v) => v / 9 + (i === 2 ? 1 : 0)),
      }),
    )
    expect(toldOf(judgeSignals([...axes, course('temperature', '°C', 20, 25)]))).toEqual(['cool 3'])
    expect(toldOf(judgeSignals([...axes, course('temperature', '°C', 20, 33)]))).toEqual([])
    expect(toldOf(judgeSignals([course('temperature', '°C', 20, 25)]))).toEqual([])
  })
})
