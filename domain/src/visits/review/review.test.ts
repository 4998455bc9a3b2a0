import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays } from '../due.ts'
import { type ReviewedSubject, type ReviewedVisit, reviewSchedule } from './review.ts'

const today = '2026-11-20'
const week4: ReviewedVisit = {
  ...{ visitid: 'week4', name: 'Week 4', day: 28, daysBefore: 2, daysAfter: 2, repeats: false, inOrder: false },
  ...{ formtypeids: ['diary'], activitytypeids: ['walk', 'stairs'] },
}
const subject = (subjectid: string, more: Partial<ReviewedSubject> = {}): ReviewedSubject => ({
  ...{ subjectid, identifier: subjectid, isOpen: true, dayZero: '2026-10-23', stored: [], recorded: [], records: [] },
  ...more,
})
const said = (state: 'DONE' | 'MISSED', date: string | null, occurrence = 1) => ({
  ...{ visitid: 'week4', occurrence, state, date, reason: 'why', version: 1 },
})
const record = (typeid: string, startTime: number | null = null, occurrence = 1) => ({
  ...{ visitid: 'week4', typeid, startTime, occurrence },
})
function reviewed(after: readonly Partial<ReviewedVisit>[], subjects: ReviewedSubject[], more: object = {}) {
  const visits = after.map((change) => ({ ...week4, ...change }))
  const of = { subjects, today, used: new Set<string>(), repeated: new Set<string>(), ...more }
  return reviewSchedule({ before: [week4], after: visits }, of).map(({ reason, effect, typeid, subjects: found }) => [
    ...[reason, effect, found.map(({ subjectid }) => subjectid).join(' ')],
    ...(typeid ? [typeid] : []),
  ])
}

test('what becomes asked for is lacking where a visit has begun, and what becomes optional is not', () => {
  const begun = subject('a', { recorded: [{ visitid: 'week4', occurrence: 1, date: '2026-11-20' }] })
  const optional = { ...week4, optionaltypeids: ['diary', 'walk', 'stairs'] }
  const of = { subjects: [begun], today, used: new Set<string>(), repeated: new Set<string>() }
  const changed = (before: ReviewedVisit, after: ReviewedVisit) =>
    reviewSchedule({ before: [before], after: [after] }, of).map(({ reason, typeid }) => [reason, typeid])
  expect(changed(week4, optional)).toEqual([])
  expect(changed(optional, { ...optional, optionaltypeids: ['walk', 'stairs'] })).toEqual([['LACKING', 'diary']])
  expect(changed({ ...week4, formtypeids: [] }, { ...week4, optionaltypeids: ['diary'] })).toEqual([])
})

test('a schedule that stays as it is means nothing', () => {
  expect(reviewed([{}], [subject('a'), subject('b', { stored: [said('DONE', '2026-12-24')] })])).toEqual([])
})

test('a visit is taken out only if nothing belongs to it', () => {
  expect(reviewed([], [subject('a')])).toEqual([['REMOVED', 'HARMLESS', '']])
  const used = { used: new Set(['week4']) }
  const has = [subject('a'), subject('b', { stored: [said('MISSED', null)] })]
  expect(reviewed([], has, used)).toEqual([['USED', 'REFUSED', 'b']])
})

test('explanations of a visit that was set back are named before they go with it', () => {
  const planned = { visitid: 'week4', occurrence: 1, state: 'PLANNED', date: null, reason: null, version: 3 } as const
  const all = [
    subject('outside', { stored: [{ ...planned, outsideReason: 'Snow storm' }] }),
    subject('order', { stored: [{ ...planned, orderReason: 'Treadmill was taken' }] }),
    subject('none', { stored: [{ ...planned, outsideReason: null, orderReason: null }] }),
    subject('other', { stored: [{ ...planned, visitid: 'week8', outsideReason: 'Snow storm' }] }),
  ]
  expect(reviewed([], all)).toEqual([['EXPLAINED', 'LOOK', 'outside order']])
  expect(reviewed([{}], all)).toEqual([])
})

test('a visit that somebody has had twice goes on repeating', () => {
  const twice = subject('a', { stored: [said('DONE', null), said('DONE', null, 2)] })
  const visits = { before: [{ ...week4, repeats: true }], after: [week4] }
  const of = { subjects: [twice, subject('b')], today, used: new Set<string>(), repeated: new Set(['week4']) }
  expect(reviewSchedule(visits, of).map(({ reason, subjects }) => [reason, subjects.length])).toEqual([['REPEATED', 1]])
})

test('another day makes visits late, or puts them outside their window; open subjects alone are waited for', () => {
  const all = [
    subject('waiting'),
    subject('closed', { isOpen: false }),
    subject('done', { stored: [said('DONE', '2026-11-20')] }),
    subject('missed', { stored: [said('MISSED', null)] }),
    subject('undated', { dayZero: undefined }),
  ]
  expect(reviewed([{ day: 21 }], all)).toEqual([
    ['LATE', 'LOOK', 'waiting'],
    ['OUTSIDE', 'LOOK', 'done'],
  ])
  expect(reviewed([{ day: 29 }], all)).toEqual([['MOVED', 'HARMLESS', 'waiting done']])
  const late = [subject('early', { dayZero: '2026-10-01' })]
  expect(reviewed([{ daysAfter: 60 }], late)).toEqual([['WITHIN', 'HARMLESS', 'early']])
})

test('what is asked for in addition is lacking where the visit has begun, and what is taken out stays', () => {
  const begun = subject('a', {
    recorded: [{ visitid: 'week4', occurrence: 1, date: null }],
    records: [record('diary')],
  })
  expect(reviewed([{ formtypeids: ['consent'] }], [begun, subject('b')])).toEqual([
    ['LACKING', 'LOOK', 'a', 'consent'],
    ['KEPT', 'LOOK', 'a', 'diary'],
  ])
  expect(reviewed([{ formtypeids: ['diary', 'consent'] }], [subject('b')])).toEqual([])
})

test('an order that is planned now concerns those who did otherwise', () => {
  const turned = subject('a', { records: [record('walk', 20), record('stairs', 10)] })
  const straight = subject('b', { records: [record('walk', 10), record('stairs', 20)] })
  expect(reviewed([{ inOrder: true }], [turned, straight])).toEqual([['ORDER', 'LOOK', 'a']])
})

test('a new visit is late for whoever is beyond it', () => {
  const added = { visitid: null, name: 'Week 1', day: 7 }
  expect(reviewed([{}, added], [subject('a'), subject('b', { dayZero: today })])).toEqual([['LATE', 'LOOK', 'a']])
  expect(reviewed([{}, { ...added, day: 70 }], [subject('a')])).toEqual([['ADDED', 'HARMLESS', '']])
})

test('whoever becomes late by a change is no longer late when it is taken back', () => {
  const days = fc.record({ day: fc.integer({ min: 0, max: 60 }), daysAfter: fc.integer({ min: 0, max: 10 }) })
  fc.assert(
    fc.property(days, days, fc.array(fc.integer({ min: -90, max: 0 }), { maxLength: 8 }), (one, other, zeros) => {
      const subjects = zeros.map((back, place) => subject(`s${place}`, { dayZero: addDays(today, back) }))
      const step = (from: object, to: object) => {
        const of = { subjects, today, used: new Set<string>(), repeated: new Set<string>() }
        const found = reviewSchedule({ before: [{ ...week4, ...from }], after: [{ ...week4, ...to }] }, of)
        const those = (reason: string) =>
          found
            .filter((each) => each.reason === reason)
            .flatMap((each) => each.subjects.map(({ subjectid }) => subjectid))
        return { late: those('LATE'), within: those('WITHIN') }
      }
      expect(step(other, one).within).toEqual(step(one, other).late)
    }),
  )
})
