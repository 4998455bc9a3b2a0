import { expect, test } from 'vitest'
import {
  dateTimeValueTyped,
  dateValueTyped,
  settledDate,
  settledDateTime,
  settledNumber,
  settledTime,
  typedDate,
  typedDateTime,
} from './typed-values.ts'

test('a typed day becomes noon UTC of that day, and is shown as typed', () => {
  expect(dateValueTyped('2026-10-20')).toBe('1792497600')
  expect(typedDate('1792497600')).toBe('2026-10-20')
})

test('text that is not a day stays as typed', () => {
  expect(dateValueTyped('2026-02-30')).toBe('2026-02-30')
  expect(typedDate('2026-02-30')).toBe('2026-02-30')
})

test('a day in Norwegian notation is converted when the field loses focus', () => {
  expect(settledDate('20.10.2026')).toBe('1792497600')
  expect(settledDate('1.2.2026')).toBe(dateValueTyped('2026-02-01'))
  expect(settledDate('31.2.2026')).toBe('31.2.2026')
})

test('a day of digits alone, as the pad of a phone has them, is converted, and no epoch seconds before that', () => {
  const day = dateValueTyped('2026-10-20')
  expect(['20261020', '20102026', '2026.10.20', '20,10,2026'].map((text) => settledDate(dateValueTyped(text)))).toEqual(
    [day, day, day, day],
  )
  expect(typedDate(dateValueTyped('20102026'))).toBe('20102026')
  // 12:00 UTC of the first day of 1970, if it were epoch seconds.
  expect(dateValueTyped('43200')).not.toBe('43200')
  expect(typedDate(dateValueTyped('43200'))).toBe('43200')
  expect(typedDate(settledDate(dateValueTyped('31022026')))).toBe('31022026')
})

test('a day and a time of digits alone, or in Norwegian notation, is converted', () => {
  const settled = (text: string) =>
    typedDateTime(settledDateTime(dateTimeValueTyped(text, 'Europe/Oslo'), 'Europe/Oslo'), 'Europe/Oslo')
  for (const text of ['202610201000', '201020261000', '20.10.2026 10.00', '20,10,2026 10,00', '2026-10-20 10:00']) {
    expect(settled(text)).toBe('2026-10-20 10:00')
  }
  expect(settled('2026-10-20')).toBe('2026-10-20')
  expect(settled('310220261000')).toBe('310220261000')
  expect(settled('')).toBe('')
})

test('a decimal comma becomes a point', () => {
  expect(settledNumber(' 71,5 ', false)).toBe('71.5')
  expect(settledNumber('-,5', false)).toBe('-.5')
})

test('a possible thousands separator is kept and refused, unless the locale is Norwegian', () => {
  expect(settledNumber('1,000', false)).toBe('1,000')
  expect(settledNumber('1,000', true)).toBe('1.000')
  expect(settledNumber('1,000,000', true)).toBe('1,000,000')
})

test('a time of day in a common notation is converted, and an accepted one is kept', () => {
  expect(settledTime('0630')).toBe('06:30')
  expect(settledTime('kl. 6.30')).toBe('06:30')
  expect(settledTime('6,30')).toBe('06:30')
  expect(settledTime(' 6:30 ')).toBe('6:30')
  expect(settledTime('24:30')).toBe('24:30')
  expect(settledTime('soon')).toBe('soon')
  expect(settledTime('9999')).toBe('9999')
})
