import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateValueOf, dayOfDateValue, secondsOfDateValue } from './form-dates.ts'

test.each([
  ['1970-01-01', '43200'],
  ['2026-11-20', '1795176000'],
  ['2024-02-29', '1709208000'],
  ['2000-02-29', '951825600'],
  ['1969-12-31', '-43200'],
  ['0001-01-01', '-62135553600'],
  ['9999-12-31', '253402257600'],
])('%s is noon UTC of that day and back', (day, value) => {
  expect(dateValueOf(day)).toBe(value)
  expect(dayOfDateValue(value)).toBe(day)
})

test.each([
  '2026-02-29',
  '1900-02-29',
  '2026-02-30',
  '2026-13-01',
  '2026-00-01',
  '2026-1-1',
  '20261120',
  '',
  '+02026-11-20',
])('%j is no day', (day) => {
  expect(dateValueOf(day)).toBeUndefined()
})

test.each([
  '',
  '0',
  '43201',
  '43200.0',
  '4.32e4',
  ' 43200',
  '+43200',
  '043200',
  '-0',
  'NaN',
  '0xa8c0',
  '9999999999999999',
  '253402344000',
  '86400',
])('%j is no value of a Date field', (value) => {
  expect(secondsOfDateValue(value)).toBeUndefined()
})

test('every day has exactly one value, and every value its day', () => {
  const days = fc.integer({ min: -719_162, max: 2_932_896 })
  fc.assert(
    fc.property(days, (days) => {
      const value = String(days * 86_400 + 43_200)
      const day = dayOfDateValue(value)
      return day !== undefined && dateValueOf(day) === value
    }),
  )
})
