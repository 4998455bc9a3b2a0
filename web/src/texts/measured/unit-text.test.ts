import { expect, test } from 'vitest'
import { unitText } from './unit-text.ts'

test.each([
  ['uV', 'µV'],
  ['uT', 'µT'],
  ['m/s^2', 'm/s²'],
  ['m/(s^2)', 'm/s²'],
  ['DegC', '°C'],
  ['C', '°C'],
  ['deg/s', '°/s'],
  ['mg', 'mg'],
  ['unitless', ''],
  ['kOhms', 'kΩ'],
  ['m/s^21', 'm/s^21'],
])('%s is written as %s', (unit, text) => {
  expect(unitText(unit)).toBe(text)
})
