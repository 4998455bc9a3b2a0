import { expect, test } from 'vitest'
import { kindOfChannel, kindsTogether } from './channel-kind.ts'

test.each([
  ['Accelerometer_X', 'mg', 'acceleration'],
  ['x', 'm/s^2', 'acceleration'],
  ['Gyroscope X', 'dps', 'rotation'],
  ['Magnetometer Z', 'µT', 'magnetic'],
  ['ECG', 'uV', 'ecg'],
  ['MLII', 'mV', 'ecg'],
  ['V5', 'mV', 'ecg'],
  ['aVR', 'µV', 'ecg'],
  ['II', 'uV', 'ecg'],
  ['V5', 'V', 'other'],
  ['V7', 'mV', 'other'],
  ['EEG Fpz-Cz', 'uV', 'eeg'],
  ['Fp1', 'uV', 'eeg'],
  ['TP10', 'uV', 'eeg'],
  ['Iz', 'uV', 'eeg'],
  ['P1', 'uV', 'eeg'],
  ['P11', 'uV', 'other'],
  ['LOC', 'uV', 'eog'],
  ['GSR_Skin_Resistance_CAL', 'kOhms', 'other'],
  ['GSR_Range_CAL', 'no_units', 'other'],
  ['GSR_Skin_Conductance_CAL', 'uS', 'eda'],
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

const kindsOf = (...channels: readonly (readonly [string, string | null])[]) =>
  kindsTogether(channels.map(([name, unit]) => ({ name, unit, kind: kindOfChannel(name, unit) }))).map(
    ({ kind }) => kind,
  )

test.each(['Lumière blanche', 'Weißes Licht', 'Wit licht', 'Hvitt lys', 'Lux', 'light_1'])('%s is light', (name) => {
  expect(kindOfChannel(name, null)).toBe('light')
})

test('light beside other classes of activity is light activity', () => {
  expect(kindsOf(['acceleration', 'mg'], ['sleep', null], ['sedentary', null], ['light', null])).toEqual([
    'acceleration',
    'other',
    'other',
    'other',
  ])
  expect(kindsOf(['Light', null], ['Moderate', null], ['Vigorous', null])[0]).toBe('other')
  expect(kindsOf(['light', null], ['moderate-vigorous', null], ['inactive', null])[0]).toBe('other')
})

test('light by itself, in lux, or beside the state of sleep of an Actiwatch is light', () => {
  expect(kindsOf(['light', null])).toEqual(['light'])
  expect(kindsOf(['Light', 'lux'], ['Sedentary', null], ['Moderate', null])[0]).toBe('light')
  expect(kindsOf(['White Light', null], ['Red Light', null], ['Sleep/Wake', null])).toEqual(['light', 'light', 'other'])
})

test.each(['min', '%', 'h', 'proportion'])('light in %s is how long or how much of the time', (unit) => {
  expect(kindsOf(['Light', unit])).toEqual(['other'])
})

test('a magnitude is not magnetic', () => {
  expect(kindOfChannel('Vector Magnitude', null)).toBe('acceleration')
  expect(kindOfChannel('Magnitude', null)).toBe('other')
  expect(kindOfChannel('bpm', null)).toBe('heart-rate')
})
