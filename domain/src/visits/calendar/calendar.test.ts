import { expect, test } from 'vitest'
import { calendarDay, whyNotCalendar } from './calendar.ts'

const planned = { state: 'PLANNED', date: null, plannedDate: '2026-10-20' } as const

test('a visit is listed under its own day, otherwise under the planned one', () => {
  expect(calendarDay(planned, 'OPEN')).toBe('2026-10-20')
  expect(calendarDay({ ...planned, date: '2026-10-22' }, 'OPEN')).toBe('2026-10-22')
  expect(calendarDay({ ...planned, plannedDate: null }, 'OPEN')).toBeUndefined()
})

test('of a closed subject only what began is listed, of a deleted one nothing', () => {
  expect(calendarDay(planned, 'CLOSED')).toBeUndefined()
  expect(calendarDay({ ...planned, state: 'MISSED' }, 'CLOSED')).toBe('2026-10-20')
  expect(calendarDay({ ...planned, state: 'DONE' }, 'DELETED')).toBeUndefined()
})

test('a calendar is of 1 to 100 days, whatever the clocks do', () => {
  expect(whyNotCalendar({ from: '2026-10-25', to: '2026-10-25' })).toBeUndefined()
  expect(whyNotCalendar({ from: '2026-10-01', to: '2027-01-08' })).toBeUndefined()
  expect(whyNotCalendar({ from: '2026-10-01', to: '2027-01-09' })).toMatchObject({ field: 'to' })
  expect(whyNotCalendar({ from: '2026-10-02', to: '2026-10-01' })).toMatchObject({ field: 'to' })
  expect(whyNotCalendar({ from: '2026-02-30', to: '2026-03-01' })).toMatchObject({ field: 'from' })
  expect(whyNotCalendar({ from: '2026-02-01', to: 'soon' })).toMatchObject({ field: 'to' })
})
