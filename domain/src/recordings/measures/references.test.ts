import { expect } from 'vitest'
import { openRecording } from '../open/open-recording.ts'
import { memorySource } from '../source.ts'
import {
  measureColumns,
  measureFile,
  readInput,
  readNumbers,
  resultOf,
  testOfMeasures,
} from '../testing/measure-inputs.ts'
import { readWhole } from '../testing/read-whole.ts'
import { BeatFinder } from './beats/beat-finder.ts'
import { Intervals } from './beats/intervals.ts'
import { revised, type Thresholds } from './steps/step-finder.ts'
import { makeStepMeter } from './steps/steps.ts'

/** The largest difference between what was measured and what is expected. */
function furthest(measured: readonly number[], expected: readonly number[]): number {
  expect(measured.length).toBe(expected.length)
  return Math.max(...measured.map((value, index) => Math.abs(value - (expected[index] ?? Number.NaN))))
}

async function readLsb(): Promise<number[][]> {
  const rows = await readNumbers('counts/example_100hz_lsb.csv')
  return [0, 1, 2].map((axis) => rows.map((row) => (row[axis] ?? 0) / 256))
}

testOfMeasures('ENMO, MAD and angles are those of GGIR', async () => {
  const results = measureColumns(await readLsb(), 100, 5)
  const expected = await readNumbers('ggir/example_gt3x_expected_metrics_5s.csv')
  for (const [column, measure] of ['angle_x', 'angle_y', 'angle_z', 'enmo', 'mad'].entries()) {
    const far = furthest(
      resultOf(results, measure).epochs,
      expected.map((row) => row[column] ?? 0),
    )
    expect(far).toBeLessThan(1e-9)
  }
})

testOfMeasures('counts are those of ActiLife', async () => {
  const results = await measureFile(await readInput('counts/example.gt3x'), 'example.gt3x', 5)
  const expected = await readNumbers('counts/example_actilife_5s_counts.csv')
  for (const [column, measure] of ['counts_axis1', 'counts_axis2', 'counts_axis3'].entries()) {
    expect(resultOf(results, measure).epochs).toEqual(expected.map((row) => row[column + 1]))
  }
})

testOfMeasures('counts are those of the published package for rounded input', async () => {
  const rounded = (await readLsb()).map((axis) =>
    axis.map((value) => (Math.sign(value) * Math.round(Math.abs(value) * 1000 + 1e-9)) / 1000),
  )
  const { published_r_tests_rounded_to_3_decimals_half_away_from_zero: published } = JSON.parse(
    new TextDecoder().decode(await readInput('counts/expected.json')),
  )
  const [five, sixty] = [measureColumns(rounded, 100, 5), measureColumns(rounded, 100, 60)]
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  for (const axis of ['axis1', 'axis2', 'axis3']) {
    expect(sum(resultOf(five, `counts_${axis}`).epochs)).toBe(published.epoch5_sums[axis])
    expect(resultOf(five, `counts_${axis}`).value).toBe(published.epoch5_sums[axis])
    expect(resultOf(sixty, `counts_${axis}`).epochs).toEqual(published.epoch60[axis])
  }
  expect(sum(resultOf(five, 'counts_vm').epochs)).toBe(published.epoch5_sums.vm_rounded_per_epoch)
  expect(resultOf(sixty, 'counts_vm').epochs).toEqual(published.epoch60.vm)
})

testOfMeasures('ENMO, MAD and angles of two days at 3 Hz are those of GGIR', async () => {
  const results = await measureFile(await readInput('ggir/synthetic_3hz_2days_actigraph.csv.gz'), 'x.csv.gz', 15)
  const expected = await readNumbers('ggir/synthetic_3hz_expected_metrics_15s.csv.gz')
  for (const [column, measure] of ['angle_x', 'angle_y', 'angle_z', 'enmo', 'mad'].entries()) {
    const far = furthest(
      resultOf(results, measure).epochs,
      expected.map((row) => row[column] ?? 0),
    )
    expect(far).toBeLessThan(1e-9)
  }
})

testOfMeasures('steps are those of the published program, second by second', async () => {
  for (const name of ['HA_001_Test11_Trial1', 'HA_001_Test5_Trial2']) {
    const rows = await readNumbers(`steps-lumbar-mobgap/${name}_15hz_g.csv`)
    const columns = [0, 1, 2].map((axis) => rows.map((row) => row[axis] ?? 0))
    const expected = await readNumbers(`steps-lumbar-mobgap/${name}_verisense_reference_run.csv`)
    expect(expected.length).toBeGreaterThan(10)
    for (const [column, thresholds] of [
      [1, original],
      [2, revised],
    ] as const) {
      const seconds = stepsBySecond(columns, thresholds)
      expect(expected.map((row) => row[column])).toEqual(expected.map((_, second) => seconds.get(second) ?? 0))
    }
  }
})

const original = {
  ...revised,
  block: 3,
  period_min: 5,
  period_max: 15,
  similarity: -0.5,
  continuous: 3,
  variance: 0.001,
  magnitude: 1.2,
}

function stepsBySecond(columns: readonly (readonly number[])[], thresholds: Thresholds): Map<number, number> {
  const seconds = new Map<number, number>()
  const meter = makeStepMeter(
    15,
    (at) => seconds.set(Math.floor(at + 1e-9), (seconds.get(Math.floor(at + 1e-9)) ?? 0) + 1),
    thresholds,
  )
  meter.add(
    columns.map((each) => Float64Array.from(each)),
    0,
    1 / 15,
  )
  meter.end()
  return seconds
}

/** How many beats were found within so many samples, how many were missed, and how many are none. */
function matchBeats(found: readonly number[], expected: readonly number[], within: number) {
  const hits = expected.filter((beat) => found.some((each) => Math.abs(each - beat) <= within)).length
  const wrong = found.filter((each) => !expected.some((beat) => Math.abs(each - beat) <= within)).length
  return { hits, missed: expected.length - hits, wrong }
}

function findBeats(signal: readonly number[], rate: number): number[] {
  const found: number[] = []
  const finder = new BeatFinder(rate, (index) => found.push(index))
  for (const value of signal) finder.add(value)
  return found
}

testOfMeasures('nearly all beats of record 100 are found where cardiologists marked them', async () => {
  const files = { '100.dat': await readInput('ecg-mitbih100/100.dat') }
  const recording = await openRecording(memorySource(await readInput('ecg-mitbih100/100.hea')), '100.hea', {
    companion: async (name) => (name === '100.dat' ? memorySource(files['100.dat']) : undefined),
  })
  const [lead] = (await readWhole(recording)).channels
  const rows = new TextDecoder()
    .decode(await readInput('ecg-mitbih100/100_atr.csv'))
    .trim()
    .split(/\r?\n/)
  const marked = rows
    .slice(1)
    .map((row) => row.split(','))
    .filter((cells) => !cells.includes('+'))
    .map((cells) => Number(cells[0]))
  expect(marked.length).toBe(2273)
  const found = findBeats(lead?.values ?? [], 360)
  const { hits, missed, wrong } = matchBeats(found, marked, 36)
  expect({ hits, missed, wrong }).toEqual({ hits: 2272, missed: 1, wrong: 0 })
  const results = measureColumns([lead?.values ?? []], 360, 60, 'ecg')
  const { rr } = JSON.parse(new TextDecoder().decode(await readInput('ecg-mitbih100/expected.json')))
  expect(resultOf(results, 'ecg_usable').value).toBe(100)
  expect(resultOf(results, 'heart_rate').value).toBeCloseTo(rr.hr_from_mean_rr, 1)
  expect(resultOf(results, 'sdnn').value).toBeCloseTo(rr.sd_s_ddof1 * 1000, 0)
})

testOfMeasures('statistics of intervals are those of pyHRV', async () => {
  const expected = JSON.parse(new TextDecoder().decode(await readInput('rr-pyhrv/expected.json')))
  const intervals = new Intervals()
  const rows = new TextDecoder()
    .decode(await readInput('rr-pyhrv/nni_ms.csv'))
    .trim()
    .split(/\r?\n/)
  for (const ms of rows.map(Number).filter((value) => value > 0)) intervals.add(ms / 1000, true)
  expect(intervals.mean).toBeCloseTo(expected.mean_nni_ms, 3)
  expect(intervals.sdnn).toBeCloseTo(expected.sdnn_ddof1, 3)
  expect(intervals.rmssd).toBeCloseTo(expected.rmssd, 3)
  expect(intervals.pnn50).toBeCloseTo(expected.pnn50_percent_of_n_minus_1, 2)
})

testOfMeasures(
  'heart rates are those of published examples within a beat, and disturbed ones are refused',
  async () => {
    const { e0103, '118e24': noisy } = JSON.parse(
      new TextDecoder().decode(await readInput('ecg-heartpy/expected.json')),
    )
    for (const [name, rate, bpm] of [
      ['e0103', 250, e0103.published.bpm],
      ['118e24', 360, noisy.annotations.hr_from_mean_rr],
    ] as const) {
      const signal = new TextDecoder()
        .decode(await readInput(`ecg-heartpy/${name}.csv`))
        .trim()
        .split(/\r?\n/)
        .map(Number)
      const clean = measureColumns([signal], rate, 60, 'ecg')
      expect(Math.abs((resultOf(clean, 'heart_rate').value ?? 0) - bpm)).toBeLessThan(1)
      for (const level of [0.5, 1, 2, 4]) {
        const disturbed = measureColumns([disturb(signal, level)], rate, 60, 'ecg')
        const told = resultOf(disturbed, 'heart_rate').value
        if (told !== null) expect(Math.abs(told - bpm)).toBeLessThan(2)
        if (level >= 2) expect([told, resultOf(disturbed, 'ecg_usable').value]).toEqual([null, 0])
      }
    }
  },
)

/** Adds noise of the size of the signal, times `level`. */
function disturb(signal: readonly number[], level: number): number[] {
  const mean = signal.reduce((sum, value) => sum + value, 0) / signal.length
  const sd = Math.sqrt(signal.reduce((sum, value) => sum + (value - mean) ** 2, 0) / signal.length)
  let seed = 1
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647 - 0.5
  }
  return signal.map((value) => value + level * sd * (random() + random() + random() + random()) * Math.sqrt(3))
}
