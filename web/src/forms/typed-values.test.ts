import { expect, test } from 'vitest'
import { dateValueTyped, settledDate, settledNumber, typedDate } from './typed-values.ts'

test('a day that is typed becomes noon UTC of it, and is shown as it was typed', () => {
  expect(dateValueTyped('2026-10-20')).toBe('1792497600')
  expect(typedDate('1792497600')).toBe('2026-10-20')
})

test('what names no day stays as it was typed', () => {
  expect(dateValueTyped('2026-02-30')).toBe('2026-02-30')
  expect(typedDate('2026-02-30')).toBe('2026-02-30')
})

test('a day in the Norwegian way is understood when the field is left', () => {
  expect(settledDate('20.10.2026')).toBe('1792497600')
  expect(settledDate('1.2.2026')).toBe(dateValueTyped('2026-02-01'))
  expect(settledDate('31.2.2026')).toBe('31.2.2026')
})

test('a decimal comma becomes a point', () => {
  expect(settledNumber(' 71,5 ', false)).toBe('71.5')
  expect(settledNumber('-,5', false)).toBe('-.5')
})

test('what may be thousands is left to be refused, unless the person writes Norwegian', () => {
  expect(settledNumber('1,000', false)).toBe('1,000')
  expect(settledNumber('1,000', true)).toBe('1.000')
  expect(settledNumber('1,000,000', true)).toBe('1,000,000')
})
