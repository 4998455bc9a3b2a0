import { expect } from 'vitest'
import {
  measureColumns,
  measureFile,
  readInput,
  readNumbers,
  resultOf,
  testOfMeasures,
} from '../testing/measure-inputs.ts'
import { makeStepMeter } from './steps/steps.ts'
import { revised, type Thresholds } from './steps/thresholds.ts'

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
