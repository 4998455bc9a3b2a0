import { expect, test } from 'vitest'
import { firstDrawn } from './first-drawn.ts'

const rowsOf = (channel: string, unit: string | null, measures: readonly string[]) =>
  measures.map((measure) => ({ channel, unit, measure, epochs: [0.25, null, 2] }))
const statistics = ['mean', 'sd', 'rms', 'range']

test.each([
  ['EEG Fpz-Cz', 'uV', 'rms'],
  ['EMG left', 'mV', 'rms'],
  ['Gyro x', 'deg/s', 'rms'],
  ['Sensor 1', 'uV', 'rms'],
  ['Sensor 1', 'mV', 'rms'],
  ['Battery', 'V', 'mean'],
  ['Sensor 1', null, 'mean'],
  ['Temp', '°C', 'mean'],
  ['EDA', 'µS', 'mean'],
  ['HR', 'bpm', 'mean'],
])('of %s, %s, the first drawn is the %s', (channel, unit, expected) => {
  const rows = [...rowsOf(channel, unit, statistics), ...rowsOf('other', null, statistics)]
  expect(firstDrawn(rows)).toMatchObject({ channel, unit, measure: expected })
})

test('what a method measures comes before statistics', () => {
  const rows = [...rowsOf('ECG', 'bpm', ['heart_rate']), ...rowsOf('ECG', 'mV', statistics)]
  expect(firstDrawn(rows)?.measure).toBe('heart_rate')
  expect(firstDrawn([])).toBeUndefined()
  expect(firstDrawn([...rowsOf('EEG', 'uV', ['mean']), ...rowsOf('other', null, ['rms'])])?.measure).toBe('mean')
})

test('the heart rate comes before how much of the ECG can be used', () => {
  expect(firstDrawn(rowsOf('ECG', '%', ['ecg_usable', 'beats', 'heart_rate']))?.measure).toBe('heart_rate')
})

test('what only says yes or no is not drawn first, unless there is nothing else', () => {
  const flags = rowsOf('Off-wrist status', null, statistics).map((row) => ({ ...row, epochs: [0, null, 1] }))
  expect(firstDrawn([...flags, ...rowsOf('Activity', null, statistics)])?.channel).toBe('Activity')
  expect(firstDrawn(flags)?.channel).toBe('Off-wrist status')
})
