import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CalendarView,
  calendarCells,
  dayOfKey,
  entriesByDay,
  mondayOf,
  movedBy,
  readCalendar,
  spans,
  weekNumber,
  weeksOf,
  writeCalendar,
} from './calendar-view.ts'

const today = '2026-11-27'
const days = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const views: fc.Arbitrary<CalendarView> = fc.record({
  span: fc.constantFrom(...spans),
  day: days,
  visit: fc.option(fc.stringMatching(/^[a-z]+$/), { nil: undefined }),
  cell: fc.option(fc.constantFrom(...calendarCells), { nil: undefined }),
  filter: fc.string(),
})

test('an address says what a calendar shows, and nothing else of it is lost', () => {
  fc.assert(
    fc.property(views, (view) => {
      const search = writeCalendar(new URLSearchParams('view=calendar'), view, today)
      expect(search.get('view')).toBe('calendar')
      expect(readCalendar(new URLSearchParams(search.toString()), today)).toEqual(view)
    }),
  )
})

test('without an address, or with one that says nothing, this month is shown', () => {
  const usual = { span: 'month', day: today, visit: undefined, cell: undefined, filter: '' }
  expect(readCalendar(new URLSearchParams(), today)).toEqual(usual)
  expect(readCalendar(new URLSearchParams('span=year&day=2026-02-30&state=Z'), today)).toEqual(usual)
})

test('a month is shown in whole weeks from Monday, of which each has a day of it', () => {
  fc.assert(
    fc.property(days, (day) => {
      const weeks = weeksOf({ span: 'month', day })
      const all = weeks.flat()
      expect(weeks.every((week) => week.length === 7 && mondayOf(week[6] ?? '') === week[0])).toBe(true)
      expect(weeks.every((week) => week.some((each) => each.slice(0, 7) === day.slice(0, 7)))).toBe(true)
      expect(all).toContain(day)
      expect(all).toContain(`${day.slice(0, 7)}-01`)
      expect(all).toEqual([...new Set(all)].sort())
    }),
  )
})

test('two weeks are shown from the Monday of a day', () => {
  const weeks = weeksOf({ span: 'weeks', day: today })
  expect(weeks.map((week) => [week[0], week[6]])).toEqual([
    ['2026-11-23', '2026-11-29'],
    ['2026-11-30', '2026-12-06'],
  ])
})

test('a month more is the same day, or the last one of a shorter month', () => {
  expect(movedBy({ span: 'month', day: '2026-01-31' }, 1)).toBe('2026-02-28')
  expect(movedBy({ span: 'month', day: '2026-01-15' }, -1)).toBe('2025-12-15')
  expect(movedBy({ span: 'month', day: '2026-12-31' }, 1)).toBe('2027-01-31')
  expect(movedBy({ span: 'weeks', day: '2026-10-20' }, 1)).toBe('2026-11-03')
  expect(movedBy({ span: 'month', day: '9999-12-31' }, 1)).toBe('9999-12-31')
})

test('weeks are numbered by ISO 8601', () => {
  expect(['2026-01-01', '2025-12-29', '2027-01-01', '2026-12-31', '2026-11-27'].map(weekNumber)).toEqual([
    1, 1, 53, 53, 48,
  ])
})

test('keys lead from day to day', () => {
  const at = (key: string) => dayOfKey(key, today)
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map(at)).toEqual([
    '2026-11-26',
    '2026-11-28',
    '2026-11-20',
    '2026-12-04',
  ])
  expect(['Home', 'End', 'PageUp', 'PageDown', 'a'].map(at)).toEqual([
    '2026-11-23',
    '2026-11-29',
    '2026-10-27',
    '2026-12-27',
    undefined,
  ])
})

describe('the visits of a day', () => {
  const visit = {
    visitid: 'v1',
    occurrence: 1,
    day: '2026-11-25',
    earliestDate: '2026-11-20',
    latestDate: '2026-11-26',
  }
  const query = {
    listVisits: [
      { visitid: 'v1', name: 'Follow-up' },
      { visitid: 'v2', name: 'Extra' },
    ],
    listCalendar: [
      { ...visit, subjectid: 's10', identifier: 'S10', state: 'PLANNED' as const },
      { ...visit, subjectid: 's2', identifier: 'S2', state: 'DONE' as const },
      { ...visit, subjectid: 's3', identifier: null, state: 'MISSED' as const },
      {
        ...{ ...visit, visitid: 'v2', occurrence: 2, earliestDate: null, latestDate: null },
        ...{ subjectid: 's2', identifier: 'S2', state: 'PLANNED' as const },
      },
    ],
  }
  const shown = (filter: Partial<CalendarView> = {}) =>
    [...entriesByDay(query, { visit: undefined, cell: undefined, filter: '', ...filter }, today)].map(([day, all]) => [
      day,
      ...all.map(({ name, visit: of, cell }) => `${name} ${of} ${cell}`),
    ])

  test('are in the order of lists of subjects, with their state', () => {
    expect(shown()).toEqual([['2026-11-25', 'S10 Follow-up L', 'S2 Follow-up D', 'S2 Extra 2 P', 's3 Follow-up M']])
  })

  test('are filtered by visit, state and a part of the identifier', () => {
    expect(shown({ visit: 'v2' })).toEqual([['2026-11-25', 'S2 Extra 2 P']])
    expect(shown({ cell: 'L' })).toEqual([['2026-11-25', 'S10 Follow-up L']])
    expect(shown({ filter: ' s1' })).toEqual([['2026-11-25', 'S10 Follow-up L']])
    expect(shown({ filter: 'x' })).toEqual([])
  })
})
