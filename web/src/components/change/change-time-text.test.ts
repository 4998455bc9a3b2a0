import { expect, test } from 'vitest'
import { changeTimeText } from './change-time-text.ts'

const oslo = { locale: 'en-GB', zone: 'Europe/Oslo', now: new Date('2026-11-21T08:00:00Z') }

test('a change today is shown as clock time, yesterday as such, an earlier one as date', () => {
  expect(changeTimeText('2026-11-21T07:41:00.000Z', oslo).short).toBe('08:41')
  expect(changeTimeText('2026-11-20T22:59:00.000Z', oslo).short).toBe('yesterday')
  expect(changeTimeText('2026-11-01T12:00:00.000Z', oslo).short).toBe('1 Nov 2026')
  expect(changeTimeText('2026-11-20T12:00:00.000Z', { ...oslo, locale: 'nb' }).short).toBe('i går')
})

test('the day is that of the zone', () => {
  expect(changeTimeText('2026-11-20T23:30:00.000Z', oslo).short).toBe('00:30')
})
