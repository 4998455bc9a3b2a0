import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, visitDates } from '../due.ts'
import { subjectVisitStates } from '../visits.rules.ts'
import { cellOfKept, keptCellOf } from './kept-cells.ts'
import { cellOfVisit } from './visit-cells.ts'

const dayZero = '2026-03-20'
const day = fc.integer({ min: -40, max: 40 }).map((days) => addDays(dayZero, days) ?? '')
const occurrence = fc.record({ state: fc.constantFrom(...subjectVisitStates), date: fc.option(day) })
const schedule = fc.record({
  day: fc.option(fc.integer({ min: -20, max: 20 }), { freq: 6 }),
  daysBefore: fc.nat({ max: 5 }),
  daysAfter: fc.nat({ max: 5 }),
})

test('the cell of a visit on any day follows from one letter', () => {
  fc.assert(
    fc.property(
      schedule,
      fc.option(fc.constant(dayZero), { nil: undefined, freq: 6 }),
      fc.array(occurrence, { minLength: 1, maxLength: 4 }),
      day,
      (visit, zero, said, today) => {
        const dates = visitDates(visit, zero)
        const occurrences = said.map((each) => ({ ...each, ...dates }))
        const planned = cellOfVisit([{ state: 'PLANNED', date: null, ...dates }], today)
        const kept = keptCellOf(occurrences)
        expect(kept).toHaveLength(1)
        expect(cellOfKept(kept, planned)).toBe(cellOfVisit(occurrences, today))
      },
    ),
    { numRuns: 2000 },
  )
})

test('a letter says what no day changes', () => {
  const dates = visitDates({ day: 0, daysBefore: 0, daysAfter: 0 }, dayZero)
  const visit = (state: 'PLANNED' | 'DONE' | 'MISSED') => ({ state, date: null, ...dates })
  expect([[visit('PLANNED')], [visit('DONE')], [visit('MISSED'), visit('PLANNED')]].map(keptCellOf)).toEqual([
    '?',
    'D',
    'm',
  ])
})
