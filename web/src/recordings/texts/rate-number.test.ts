import { expect, test } from 'vitest'
import { rateNumberFormat } from './rate-number.ts'

test.each([
  [100, '100'],
  [1998, '1,998'],
  [12.8, '12.8'],
  [85.7, '85.7'],
  [1.66667, '1.67'],
  [0.285667, '0.286'],
  [0.00012345, '0.000123'],
])('%s Hz is written as %s', (rate, text) => {
  expect(new Intl.NumberFormat('en', rateNumberFormat(rate)).format(rate)).toBe(text)
})
