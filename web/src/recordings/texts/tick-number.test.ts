import { expect, test } from 'vitest'
import { tickNumberFormat } from './tick-number.ts'

test.each([
  [2.5, [-2.5, 0, 2.5], ['-2.5', '0', '2.5']],
  [0.0002, [-0.0002, -0, 0.0002], ['-0.0002', '0', '0.0002']],
  [0.00005, [-0.00005, 0, 0.00005], ['-5E-5', '0E0', '5E-5']],
  [10_000, [0, 10_000], ['0', '10,000']],
  [5_000_000, [5_000_000], ['5E6']],
  [5, [-6_815_755, -6_815_750], ['-6.815755E6', '-6.81575E6']],
])('values in steps of %s differ from each other', (step, values, texts) => {
  const format = new Intl.NumberFormat('en', tickNumberFormat(step, values))
  expect(values.map((value) => format.format(value))).toEqual(texts)
})
