import { expect, test } from 'vitest'
import { maxVisitDays, maxVisits, whyNotOccurrence, whyNotSubjectVisit, whyNotVisits } from './visits.rules.ts'

const visit = (name: string, more: object = {}) => ({ name, formtypeids: [], activitytypeids: [], ...more })

test('a schedule may be empty, as long as a plan gets, and begin before day zero', () => {
  for (const visits of [
    [],
    Array.from({ length: maxVisits }, (_, place) => visit(`Visit ${place}`)),
    [
      visit('Screening', { day: -maxVisitDays, daysBefore: 0, daysAfter: maxVisitDays }),
      visit('Unscheduled', { day: null }),
    ],
    [
      visit('a', { visitid: 'one', formtypeids: ['f'], activitytypeids: ['w'], optionaltypeids: ['w', 'f'] }),
      visit('b', { visitid: 'two' }),
    ],
  ])
    expect(whyNotVisits(visits)).toBeUndefined()
})

test.each<[string, object[], string, string]>([
  ['an empty name', [visit(' ')], 'text.required', 'name'],
  ['a name that is too long', [visit('x'.repeat(201))], 'text.too-long', 'name'],
  ['names that differ only in case', [visit('Uke 4'), visit('UKE 4 ')], 'visit.name.twice', 'name'],
  [
    'a visit that is given twice',
    [visit('a', { visitid: 'one' }), visit('b', { visitid: 'one' })],
    'visit.twice',
    'visitid',
  ],
  ['a day that is not whole', [visit('a', { day: 0.5 })], 'visit.day', 'day'],
  ['a day that is too far', [visit('a', { day: maxVisitDays + 1 })], 'visit.day', 'day'],
  ['a negative window before', [visit('a', { day: 1, daysBefore: -1 })], 'visit.window', 'daysBefore'],
  ['a negative window after', [visit('a', { day: 1, daysAfter: -1 })], 'visit.window', 'daysAfter'],
  ['a window that is too long', [visit('a', { day: 1, daysAfter: maxVisitDays + 1 })], 'visit.window', 'daysAfter'],
  ['a window around no day', [visit('a', { daysAfter: 1 })], 'visit.unscheduled', 'daysAfter'],
  ['a type that is given twice', [visit('a', { formtypeids: ['f', 'f'] })], 'visit.type.twice', 'formtypeids'],
  [
    'an optional type that does not belong to it',
    [visit('a', { formtypeids: ['f'], optionaltypeids: ['f', 'g'] })],
    'visit.optional',
    'optionaltypeids',
  ],
  ['too many', Array.from({ length: maxVisits + 1 }, (_, place) => visit(`${place}`)), 'visit.too-many', 'visits'],
])('a schedule is refused for %s', (_, visits, reason, field) => {
  expect(whyNotVisits(visits as Parameters<typeof whyNotVisits>[0])).toMatchObject({ code: 'BAD_INPUT', reason, field })
})

test('a missed visit needs a reason, and a date is a day of the calendar', () => {
  expect(whyNotSubjectVisit({ state: 'MISSED', reason: 'ill' })).toBeUndefined()
  for (const state of ['PLANNED', 'BEGUN', 'DONE'] as const) {
    for (const date of [undefined, null, '', '2024-02-29']) expect(whyNotSubjectVisit({ state, date })).toBeUndefined()
  }
  for (const reason of [undefined, null, '', ' \u200b'])
    expect(whyNotSubjectVisit({ state: 'MISSED', reason })).toMatchObject({ code: 'BAD_INPUT', field: 'reason' })
  for (const date of ['2025-02-29', '20.10.2026', '2026-1-1', 'today'])
    expect(whyNotSubjectVisit({ state: 'DONE', date })).toMatchObject({ reason: 'visit.date', field: 'date' })
  expect(whyNotSubjectVisit({ state: 'DONE', reason: 'x'.repeat(4001) })).toMatchObject({ field: 'reason' })
})

test('visits that repeat follow one another, others take place once', () => {
  for (const occurrence of [1, 2, 3]) expect(whyNotOccurrence({ repeats: true }, occurrence, 3)).toBeUndefined()
  expect(whyNotOccurrence({ repeats: true }, 4, 3)).toMatchObject({ params: { next: 3 }, field: 'occurrence' })
  expect(whyNotOccurrence({ repeats: false }, 1, 1)).toBeUndefined()
  expect(whyNotOccurrence({ repeats: false }, 2, 2)).toMatchObject({ reason: 'visit.once' })
  for (const occurrence of [0, -1])
    expect(whyNotOccurrence({ repeats: true }, occurrence, 3)?.reason).toBe('visit.occurrence')
})
