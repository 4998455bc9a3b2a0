import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, visitDates } from '../due.ts'
import { subjectVisitStates } from '../visits.rules.ts'
import { cellOfVisit, isCountedBy, plannedCells, visitCells, visitFilters } from './visit-cells.ts'

const today = '2026-10-24'
const window = { earliestDate: '2026-10-20', latestDate: '2026-10-30' }
const visit = { state: 'PLANNED' as const, date: null, ...window }

test.each([
  { of: 'its window passed', visit: { ...visit, latestDate: '2026-10-23' }, cell: 'L' },
  { of: 'today in its window', visit, cell: 'U' },
  { of: 'its window opens in six days', visit: { ...visit, earliestDate: '2026-10-30' }, cell: 'U' },
  { of: 'in seven', visit: { ...visit, earliestDate: '2026-10-31', latestDate: '2026-10-31' }, cell: 'P' },
  { of: 'unscheduled', visit: { ...visit, earliestDate: null, latestDate: null }, cell: '-' },
  { of: 'begun in its window', visit: { ...visit, state: 'BEGUN' as const, date: '2026-10-20' }, cell: 'B' },
  { of: 'begun too early', visit: { ...visit, state: 'BEGUN' as const, date: '2026-10-19' }, cell: 'X' },
  { of: 'done in its window', visit: { ...visit, state: 'DONE' as const, date: '2026-10-30' }, cell: 'D' },
  { of: 'done too late', visit: { ...visit, state: 'DONE' as const, date: '2026-10-31' }, cell: 'X' },
  { of: 'missed', visit: { ...visit, state: 'MISSED' as const }, cell: 'M' },
])('$of: $cell', ({ visit, cell }) => {
  expect(cellOfVisit([visit], today)).toBe(cell)
})

test('of a repeated visit, what is to be done first is told', () => {
  const done = { ...visit, state: 'DONE' as const, date: '2026-10-22' }
  expect(cellOfVisit([done, { ...visit, state: 'MISSED' }, done], today)).toBe('M')
  expect(cellOfVisit([], today)).toBe('-')
  expect(isCountedBy('DLM', 'OPEN', 'late')).toBe(true)
  expect(isCountedBy('DPM', 'OPEN', 'outside')).toBe(false)
  // Nothing is due for those who are closed or deleted; what closed ones missed stays a fact of the study.
  expect(isCountedBy('DLU', 'CLOSED', 'late')).toBe(false)
  expect(isCountedBy('DLU', 'CLOSED', 'due')).toBe(false)
  expect(isCountedBy('DMX', 'CLOSED', 'missed')).toBe(true)
  expect(isCountedBy('DMX', 'DELETED', 'missed')).toBe(false)
  expect(isCountedBy('DLU', 'DELETED', 'late')).toBe(false)
})

test('a figure may be of one visit alone', () => {
  const counting = (place: number) =>
    visitFilters.filter((figure) => isCountedBy('LUMXBPD-', 'OPEN', figure, place)).join()
  const all = [0, 1, 2, 3, 4, 5, 6, 7].map(counting)
  expect(all).toEqual(['late', 'due', 'missed', 'outside', 'begun', 'planned', 'done', ''])
  // The schedule lost the visit since.
  expect(counting(8)).toBe('')
  expect(counting(-1)).toBe('')
  expect(isCountedBy('DPL', 'CLOSED', 'planned', 1)).toBe(false)
  expect(isCountedBy('DPL', 'CLOSED', 'done', 0)).toBe(true)
})

test('a planned visit is planned, then due, then late, in this order over all days', () => {
  const days = fc.nat(400)
  fc.assert(
    fc.property(days, days, days, fc.nat(900), (day, daysBefore, daysAfter, passed) => {
      const dates = visitDates({ day, daysBefore, daysAfter }, '2026-01-01')
      const at = (days: number) => {
        const now = addDays('2025-01-01', days) ?? ''
        return 'PUL'.indexOf(cellOfVisit([{ state: 'PLANNED', date: null, ...dates }], now))
      }
      expect(at(passed)).toBeGreaterThanOrEqual(0)
      expect(at(passed + 1)).toBeGreaterThanOrEqual(at(passed))
    }),
  )
})

test('the cells of visits of which nothing is known follow from their dates', () => {
  const anyDay = fc
    .date({ min: new Date('0001-01-01T12:00:00Z'), max: new Date('9999-12-31T12:00:00Z'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  const dayZero = fc.oneof(anyDay, fc.constantFrom('0001-01-01', '9999-12-31', '2026-03-20', undefined))
  const some = fc.nat({ max: 40 })
  const visit = fc.record({
    day: fc.option(fc.oneof(fc.integer({ min: -40, max: 40 }), fc.constantFrom(-36_500, 36_500)), { freq: 6 }),
    daysBefore: some,
    daysAfter: some,
  })
  fc.assert(
    fc.property(
      fc.array(visit),
      dayZero,
      fc.integer({ min: -90, max: 90 }),
      anyDay,
      (schedule, zero, passed, other) => {
        const today = (zero && addDays(zero, passed)) || other
        const found = schedule.map((each) =>
          cellOfVisit([{ state: 'PLANNED', date: null, ...visitDates(each, zero) }], today),
        )
        expect(plannedCells(schedule, zero, today)).toEqual(found)
      },
    ),
    { numRuns: 1000 },
  )
})

test('every visit has one cell, whatever is known of it', () => {
  const day = fc.option(fc.constantFrom('2026-10-01', '2026-10-24', '2026-12-01'))
  const any = fc.record({
    state: fc.constantFrom(...subjectVisitStates),
    date: day,
    earliestDate: day,
    latestDate: day,
  })
  fc.assert(
    fc.property(fc.array(any), (all) => {
      expect(visitCells).toContain(cellOfVisit(all, today))
    }),
  )
})
