import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, daysBetween, daysOutside, occurrencesOf, standingOf, visitDates } from './due.ts'

const dayText = fc
  .date({ min: new Date('1900-01-01T12:00:00Z'), max: new Date('2200-12-31T12:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const days = fc.integer({ min: 0, max: 4000 })
const schedule = fc.record({ day: fc.integer({ min: -4000, max: 4000 }), daysBefore: days, daysAfter: days })

describe('due dates', () => {
  test('a window surrounds the planned date by its days', () => {
    fc.assert(
      fc.property(dayText, schedule, (dayZero, visit) => {
        const { plannedDate, earliestDate, latestDate } = visitDates(visit, dayZero)
        expect(daysBetween(dayZero, plannedDate ?? '')).toBe(visit.day)
        expect(daysBetween(earliestDate ?? '', plannedDate ?? '')).toBe(visit.daysBefore)
        expect(daysBetween(plannedDate ?? '', latestDate ?? '')).toBe(visit.daysAfter)
      }),
    )
  })

  test('counting days forth and back ends at the same day', () => {
    fc.assert(
      fc.property(dayText, fc.integer({ min: -4000, max: 4000 }), (day, by) => {
        expect(addDays(addDays(day, by) ?? '', -by)).toBe(day)
      }),
    )
  })

  test('the order of days is that of their texts', () => {
    fc.assert(
      fc.property(dayText, fc.integer({ min: 0, max: 60 }), (day, by) => {
        expect((addDays(day, by) ?? '') >= day).toBe(true)
      }),
    )
  })

  test('neither summer time nor a leap day moves a day of the calendar', () => {
    const weekly = { day: 7, daysBefore: 1, daysAfter: 1 }
    expect(visitDates(weekly, '2026-03-25')).toEqual({
      plannedDate: '2026-04-01',
      earliestDate: '2026-03-31',
      latestDate: '2026-04-02',
    })
    expect(visitDates(weekly, '2026-10-20').plannedDate).toBe('2026-10-27')
    expect(visitDates({ ...weekly, day: 1 }, '2028-02-28')).toMatchObject({
      plannedDate: '2028-02-29',
      latestDate: '2028-03-01',
    })
  })

  test('nothing is due without a day zero, without a day, or outside the calendar', () => {
    const none = { plannedDate: null, earliestDate: null, latestDate: null }
    expect(visitDates({ day: 0, daysBefore: 0, daysAfter: 0 }, undefined)).toEqual(none)
    expect(visitDates({ day: null, daysBefore: 0, daysAfter: 0 }, '2026-10-20')).toEqual(none)
    expect(visitDates({ day: 30, daysBefore: 0, daysAfter: 3 }, '9999-12-01')).toEqual(none)
    expect(visitDates({ day: 0, daysBefore: 1, daysAfter: 0 }, '0001-01-01')).toEqual(none)
  })
})

const inWindow = { plannedDate: '2026-10-28', earliestDate: '2026-10-26', latestDate: '2026-10-30' }

test.each([
  ['2026-10-25', 'planned', -1],
  ['2026-10-26', 'due', 0],
  ['2026-10-30', 'due', 0],
  ['2026-10-31', 'late', 1],
])('on %s the visit is %s, and is %d days outside its window', (today, standing, outside) => {
  expect(standingOf({ state: 'PLANNED', ...inWindow }, today)).toBe(standing)
  expect(daysOutside({ state: 'DONE', date: today, ...inWindow })).toBe(outside)
  for (const [state, said] of [
    ['BEGUN', 'begun'],
    ['DONE', 'done'],
    ['MISSED', 'missed'],
  ] as const)
    expect(standingOf({ state, ...inWindow }, today)).toBe(said)
})

test('a visit without a date or a window is neither late nor outside, nor is a missed one', () => {
  expect(standingOf({ state: 'PLANNED', plannedDate: null, earliestDate: null, latestDate: null }, '2026-10-20')).toBe(
    'open',
  )
  expect(daysOutside({ state: 'DONE', date: null, ...inWindow })).toBe(0)
  expect(daysOutside({ state: 'DONE', date: '2026-10-20' })).toBe(0)
  expect(daysOutside({ state: 'MISSED', date: '2026-12-01', ...inWindow })).toBe(0)
})

describe('occurrences', () => {
  const once = { day: 0, daysBefore: 0, daysAfter: 0, repeats: false }
  const said = (occurrence: number, more: object = {}) =>
    ({ visitid: 'v', occurrence, state: 'PLANNED', date: null, reason: null, version: 1, ...more }) as const

  test('a visit of which nothing is known is planned, with the version 0', () => {
    expect(occurrencesOf(once, { stored: [], recorded: [] }, '2026-10-20')).toEqual([
      {
        occurrence: 1,
        state: 'PLANNED',
        plannedDate: '2026-10-20',
        earliestDate: '2026-10-20',
        latestDate: '2026-10-20',
        date: null,
        reason: null,
        version: 0,
      },
    ])
  })

  test('what is recorded begins it, on the day of the first activity; what a person says comes first', () => {
    const recorded = ['2026-10-22', null, '2026-10-21'].map((date, place) => ({
      visitid: 'v',
      occurrence: place + 1,
      date,
    }))
    expect(occurrencesOf(once, { stored: [], recorded }, undefined)).toMatchObject([
      { occurrence: 1, state: 'BEGUN', date: '2026-10-21' },
    ])
    const done = said(1, { state: 'DONE', date: '2026-10-19' })
    expect(occurrencesOf(once, { stored: [done], recorded }, undefined)).toMatchObject([
      { state: 'DONE', date: '2026-10-19' },
    ])
    const missed = said(1, { state: 'MISSED', reason: 'ill' })
    expect(occurrencesOf(once, { stored: [missed], recorded }, undefined)).toMatchObject([
      { state: 'MISSED', date: null },
    ])
  })

  test('a visit that repeats has those that were said and those that were begun, in order', () => {
    const repeated = { ...once, day: null, repeats: true }
    const recorded = [
      { visitid: 'v', occurrence: 3, date: null },
      { visitid: 'v', occurrence: 1, date: '2026-10-20' },
    ]
    const visits = occurrencesOf(repeated, { stored: [said(2, { state: 'DONE' })], recorded }, '2026-10-20')
    expect(visits.map(({ occurrence, state, plannedDate }) => [occurrence, state, plannedDate])).toEqual([
      [1, 'BEGUN', null],
      [2, 'DONE', null],
      [3, 'BEGUN', null],
    ])
  })
})
