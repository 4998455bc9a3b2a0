import { expect, test } from 'vitest'
import { kindOfChannel } from './channel-kind.ts'

test.each([
  ['Accelerometer_X', 'mg', 'acceleration'],
  ['x', 'm/s^2', 'acceleration'],
  ['Gyroscope X', 'dps', 'rotation'],
  ['Magnetometer Z', 'µT', 'magnetic'],
  ['ECG', 'uV', 'ecg'],
  ['EEG Fpz-Cz', 'uV', 'eeg'],
  ['Fp1', 'uV', 'eeg'],
  ['EMG chin', 'uV', 'emg'],
  ['Temp rectal', 'degC', 'temperature'],
  ['Battery', 'V', 'battery'],
  ['acc_z', null, 'acceleration'],
  ['DEVICE_TEMPERATURE', 'C', 'temperature'],
  ['sinus', 'uV', 'other'],
  ['IBI', 's', 'beat-interval'],
  ['RR', 'ms', 'beat-interval'],
  ['HR', null, 'heart-rate'],
  ['Marker', null, 'other'],
  ['Event marker', null, 'other'],
  ['marker 3 x', 'mm', 'position'],
])('%s in %s is of the kind %s', (name, unit, kind) => {
  expect(kindOfChannel(name, unit)).toBe(kind)
})
