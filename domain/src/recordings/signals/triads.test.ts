import { expect, test } from 'vitest'
import type { Channel } from '../recording.ts'
import { factorToG, guessFactorToG } from './in-g.ts'
import { findTriads } from './triads.ts'

const channel = (name: string, rest: Partial<Channel> = {}): Channel => ({
  name,
  unit: 'g',
  kind: 'acceleration',
  rate: 100,
  ...rest,
})

test.each([
  [['Accelerometer X', 'Accelerometer Y', 'Accelerometer Z'], 'Accelerometer XYZ'],
  [['acc_x', 'acc_y', 'acc_z'], 'acc_xyz'],
  [['AccX (g)', 'AccY (g)', 'AccZ (g)'], 'AccXYZ (g)'],
  [['x-axis acceleration', 'y-axis acceleration', 'z-axis acceleration'], 'xyz-axis acceleration'],
])('%j is one accelerometer', (names, name) => {
  expect(findTriads(names.map((each) => channel(each)))).toEqual([{ channels: [0, 1, 2], name }])
})

test('axes are found in any order, and those of another sensor or rate are another accelerometer', () => {
  const left = ['Acc Z', 'Acc Y', 'Acc X'].map((name) => channel(name, { sensor: 'left' }))
  const right = ['Acc X', 'Acc Y'].map((name) => channel(name, { sensor: 'right' }))
  expect(findTriads([...left, ...right, channel('Acc Z', { sensor: 'right', rate: 50 })])).toEqual([
    { channels: [2, 1, 0], name: 'Acc XYZ' },
  ])
})

test('columns named x, y and z without a unit may be an accelerometer; with another kind they are none', () => {
  const plain = ['x', 'y', 'z'].map((name) => channel(name, { kind: 'other', unit: null }))
  expect(findTriads(plain)).toEqual([{ channels: [0, 1, 2], name: 'xyz' }])
  expect(findTriads(plain.map((each) => ({ ...each, unit: 'cm' })))).toEqual([])
  expect(findTriads(plain.map((each) => ({ ...each, kind: 'position' })))).toEqual([])
  expect(findTriads(plain.slice(0, 2))).toEqual([])
})

test('two columns of the same axis tell no accelerometer', () => {
  expect(findTriads(['acc_x', 'acc_y', 'acc_z', 'ACC_Z'].map((name) => channel(name)))).toEqual([])
})

test.each([
  ['g', 1],
  ['mg', 0.001],
  ['1/64g', 1 / 64],
  ['m/s^2', 1 / 9.80665],
  ['m / s²', 1 / 9.80665],
  ['dB', undefined],
])('a value in %s is multiplied by %s', (unit, factor) => {
  expect(factorToG(unit)).toBe(factor)
})

test.each([
  [1.02, 1],
  [9.7, 1 / 9.80665],
  [64, 1 / 64],
  [998, 1 / 1000],
  [0.1, undefined],
  [3000, undefined],
])('a median length of %s tells the unit', (length, factor) => {
  expect(guessFactorToG(Float64Array.of(0, length, 5000))).toBe(factor)
})
