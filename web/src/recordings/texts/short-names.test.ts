import { expect, test } from 'vitest'
import { shortNames } from './short-names.ts'

test('the words with which all names begin are left out', () => {
  const names = ['Shimmer_40AC_Accel_X', 'Shimmer_40AC_Accel_Y', 'Shimmer_40AC_Gyro_X']
  expect(shortNames(names)).toEqual(['Accel_X', 'Accel_Y', 'Gyro_X'])
})

test.each([
  [['acc_x', 'acc_y']],
  [['acc_x', 'acc_y', 'gyr_x']],
  [['a_x', 'a_y', 'a_z']],
  [['Temperature', 'Temperate', 'Tempo']],
  [['left ', 'left arm', 'left leg']],
  [[]],
])('%s stay as they are', (names) => {
  expect(shortNames(names)).toEqual(names)
})
