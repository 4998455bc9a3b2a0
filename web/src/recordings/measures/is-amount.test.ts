import { expect, test } from 'vitest'
import { isAmount } from './is-amount.ts'

const row = (
  measure: string,
  channel = 'Arm',
  unit: string | null = null,
  epochs: (number | null)[] = [1, null, 2],
) => ({
  measure,
  channel,
  unit,
  epochs,
})

test.each([
  ['steps'],
  ['enmo'],
  ['mad'],
  ['counts_axis1'],
  ['counts_vm'],
  ['mean', 'Activity'],
  ['mean', 'Aktivität'],
  ['mean', 'Vector counts'],
  ['mean', 'PIM'],
  ['mean', 'Activity', 'counts'],
  ['mean', 'Activity', 'counts/min'],
  ['mean', 'Steps', 'steps'],
  ['mean', 'acceleration', 'mg'],
  ['sd', 'Acc x', 'g'],
])('%s of %s is drawn from zero', (measure: string, channel?: string, unit?: string) => {
  expect(isAmount(row(measure, channel, unit))).toBe(true)
})

test.each([
  ['heart_rate'],
  ['rr_mean'],
  ['angle_z'],
  ['ecg_usable'],
  ['median_frequency'],
  ['mean', 'HR', 'bpm'],
  ['mean', 'Temperature', '°C'],
  ['mean', 'SpO2', '%'],
  ['mean', 'White light', 'lux'],
  ['mean', 'Sensor 1'],
  ['mean', 'Active power', 'W'],
])('%s of %s is drawn on an axis that fits it', (measure: string, channel?: string, unit?: string) => {
  expect(isAmount(row(measure, channel, unit))).toBe(false)
})

test('an axis that points below zero is no amount', () => {
  expect(isAmount(row('mean', 'Acc z', 'g', [-0.98, -0.97]))).toBe(false)
})
