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
  ['EOG horizontal', 'uV', 'eog'],
  ['Resp oro-nasal', null, 'respiration'],
  ['Abdomen', null, 'respiration'],
  ['Airflow', null, 'respiration'],
  ['SpO2', '%', 'saturation'],
  ['SaO2', '%', 'saturation'],
  ['response time', 's', 'other'],
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
