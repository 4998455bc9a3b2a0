import { expect, test } from 'vitest'
import { wholeDivisionIn } from './whole-division.ts'

test.each([
  ['5 / 9 * (f - 32)', '5 / 9', '5.0 / 9'],
  ['round(weight * (1 / 3), 1)', '1 / 3', '1.0 / 3'],
  ['sum([a, -7 / 2])', '-7 / 2', '-7.0 / 2'],
  ['a > 2.0 ? (1 + 2) / 4 : b', '(1 + 2) / 4', '(1.0 + 2) / 4'],
])('%s drops what is left over', (source, written, better) => {
  expect(wholeDivisionIn(source)).toEqual({ written, better })
})

test.each(['5.0 / 9 * f', 'f / 2', '4 / 2 * f', '(f - 32) * 5 / 9', 'a == "5 / 9"', '5 /'])(
  '%s drops nothing',
  (source) => {
    expect(wholeDivisionIn(source)).toBeUndefined()
  },
)
