import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deviationsOf, isInOrder, whyNotExplanation } from './deviations.ts'

const visit = {
  state: 'DONE',
  date: '2026-10-20',
  earliestDate: '2026-10-18',
  latestDate: '2026-10-21',
  reason: null,
} as const
const free = { inOrder: false, activitytypeids: ['walk', 'stairs'] }
const ordered = { ...free, inOrder: true }
const at = (activitytypeid: string, startTime: number) => ({ activitytypeid, startTime })

describe('a visit deviates', () => {
  test('outside its window once it has begun, by so many days', () => {
    expect(deviationsOf(visit, free, [])).toEqual([])
    for (const state of ['DONE', 'BEGUN'] as const) {
      const late = deviationsOf({ ...visit, state, date: '2026-10-24' }, free, [])
      expect(late).toEqual([{ kind: 'OUTSIDE', days: 3, explanation: null }])
    }
    const early = { ...visit, date: '2026-10-17', outsideReason: 'on leave' }
    expect(deviationsOf(early, free, [])).toEqual([{ kind: 'OUTSIDE', days: -1, explanation: 'on leave' }])
    expect(deviationsOf({ ...visit, state: 'PLANNED', date: '2027-01-01' }, free, [])).toEqual([])
  })

  test('if it was missed, which its reason explains, and in nothing else then', () => {
    const missed = { ...visit, state: 'MISSED', date: '2027-01-01', reason: 'ill' } as const
    expect(deviationsOf(missed, ordered, [at('stairs', 1), at('walk', 2)])).toEqual([
      { kind: 'MISSED', days: null, explanation: 'ill' },
    ])
  })

  test('if its activities began in another order, and an order was planned', () => {
    const turned = [at('stairs', 1), at('walk', 2)]
    expect(deviationsOf(visit, free, turned)).toEqual([])
    expect(deviationsOf({ ...visit, orderReason: 'stairs were free' }, ordered, turned)).toEqual([
      { kind: 'ORDER', days: null, explanation: 'stairs were free' },
    ])
  })
})

test('the first activity of each planned type counts; others say nothing', () => {
  expect(isInOrder(ordered, [at('walk', 1), at('stairs', 2), at('walk', 3), at('rest', 0)])).toBe(true)
  expect(isInOrder(ordered, [at('stairs', 2)])).toBe(true)
  expect(isInOrder(ordered, [at('walk', 1), at('stairs', 1)])).toBe(true)
})

test('activities that are sorted by their starts are in the order of those starts, and in no other', () => {
  const starts = fc.uniqueArray(fc.integer(), { minLength: 2, maxLength: 8 })
  fc.assert(
    fc.property(starts, fc.infiniteStream(fc.nat()), (times, random) => {
      const done = times.map((time, place) => at(`type${place}`, time))
      const planned = done.toSorted((a, b) => a.startTime - b.startTime).map((one) => one.activitytypeid)
      const shuffled = done
        .map((one) => [random.next().value ?? 0, one] as const)
        .toSorted(([a], [b]) => a - b)
        .map(([, one]) => one)
      expect(isInOrder({ inOrder: true, activitytypeids: planned }, shuffled)).toBe(true)
      const [first = '', second = '', ...rest] = planned
      expect(isInOrder({ inOrder: true, activitytypeids: [second, first, ...rest] }, shuffled)).toBe(false)
    }),
  )
})

test('an explanation may be taken back, but a missed visit keeps its reason', () => {
  expect(whyNotExplanation('OUTSIDE', ' ')).toBeUndefined()
  expect(whyNotExplanation('MISSED', ' ')?.reason).toBe('visit.missed.reason')
  expect(whyNotExplanation('ORDER', 'x'.repeat(4001))?.reason).toBe('text.too-long')
})
