import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { visitDates } from '../due.ts'
import { subjectVisitStates } from '../visits.rules.ts'
import { currentVisit } from './current.ts'

type Given = { day?: number | null; state?: (typeof subjectVisitStates)[number]; date?: string | null }

const dayZero = '2026-10-20'
const visit = (name: string, { day = 0, state = 'PLANNED', date = null }: Given = {}) => ({
  ...{ name, day, state, date },
  ...visitDates({ day, daysBefore: 2, daysAfter: 2 }, dayZero),
})
const inVisit = (today: string, ...visits: ReturnType<typeof visit>[]) => currentVisit(visits, today)?.name

describe('the visit that a subject is in', () => {
  test('is the one that is due, whatever is late or was begun long ago', () => {
    const begun = visit('baseline', { state: 'BEGUN', date: '2026-10-20' })
    expect(inVisit('2026-11-17', visit('late', { day: 7 }), begun, visit('week 4', { day: 28 }))).toBe('week 4')
  })

  test('is the one that took place today, even where another one is due', () => {
    const extra = visit('extra', { day: null, state: 'BEGUN', date: '2026-11-17' })
    expect(inVisit('2026-11-17', visit('week 4', { day: 28 }), extra)).toBe('extra')
    expect(inVisit('2026-11-17', visit('week 4', { day: 28 }), { ...extra, state: 'DONE' })).toBe('week 4')
  })

  test('is the nearest of two whose windows overlap', () => {
    const [first, second] = [visit('first', { day: 27 }), visit('second', { day: 29 })]
    expect(inVisit('2026-11-17', first, second)).toBe('first')
    expect(inVisit('2026-11-18', first, second)).toBe('second')
  })

  test('between two visits is the last one that is late, else the next', () => {
    const [first, second, third] = [visit('first'), visit('second', { day: 7 }), visit('third', { day: 60 })]
    expect(inVisit('2026-11-10', first, second, third)).toBe('second')
    const said = { ...second, state: 'MISSED' as const }
    expect(inVisit('2026-11-10', { ...first, state: 'DONE' }, said, third)).toBe('third')
  })

  test('without a day zero is the first scheduled one that is not over', () => {
    const unknown = { plannedDate: null, earliestDate: null, latestDate: null }
    const visits = [visit('extra', { day: null }), visit('first'), visit('second', { day: 7 })]
    expect(
      currentVisit(
        visits.map((one) => ({ ...one, ...unknown })),
        '2026-11-10',
      )?.name,
    ).toBe('first')
  })

  test('after all is the last that took place', () => {
    const [first, second] = [visit('first', { state: 'DONE' }), visit('second', { state: 'DONE', day: 7 })]
    expect(inVisit('2027-01-01', first, second, visit('third', { state: 'MISSED', day: 9 }))).toBe('second')
  })

  test('is one of the visits, if there are any', () => {
    const anyVisit = fc.record({
      day: fc.option(fc.integer({ min: -30, max: 400 }), { nil: null }),
      state: fc.constantFrom(...subjectVisitStates),
      date: fc.constantFrom(null, '2026-10-20', '2026-11-17'),
    })
    fc.assert(
      fc.property(fc.array(anyVisit), (given) => {
        const visits = given.map((each, place) => visit(String(place), each))
        const found = currentVisit(visits, '2026-11-17')
        expect(found === undefined ? visits.length === 0 : visits.includes(found)).toBe(true)
      }),
    )
  })
})
