import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AskingVisit,
  countPlaces,
  type Has,
  type InVisit,
  lacksOfVisits,
  placesOfType,
  visitProgress,
} from './asked.ts'
import { subjectVisitStates } from './visits.rules.ts'

const visit = (visitid: string, more: Partial<AskingVisit> = {}): AskingVisit => ({
  ...{ visitid, occurrence: 1, state: 'PLANNED', day: 0, repeats: false, formtypeids: [], activitytypeids: ['walk'] },
  ...more,
})
const offered = new Set(['walk', 'stairs', 'diary'])
const lacks = (visits: readonly AskingVisit[], has: Partial<Has>) =>
  lacksOfVisits(visits, { forms: [], activities: [], offered, ...has }).map(
    ({ visit: { visitid, occurrence }, formtypeids, activitytypeids }) =>
      `${visitid} ${occurrence}: ${[...formtypeids, ...activitytypeids].join(' ')}`,
  )
const walk = (visitid: string | null, occurrence = 1): InVisit => ({ typeid: 'walk', visitid, occurrence })

describe('visits ask', () => {
  test('each for what belongs to it', () => {
    const visits = [visit('first', { formtypeids: ['diary'] }), visit('second')]
    expect(lacks(visits, { activities: [walk('second')] })).toEqual(['first 1: diary walk', 'second 1: '])
  })

  test('not for what was missed, nor for an unscheduled visit that did not begin', () => {
    const visits = [visit('first', { state: 'MISSED' }), visit('extra', { day: null })]
    expect(lacks(visits, {})).toEqual([])
    expect(lacks([visit('extra', { day: null, state: 'BEGUN' })], {})).toEqual(['extra 1: walk'])
  })

  test('not for what is optional there, which leaves what has no visit to the next', () => {
    const types = { formtypeids: ['diary'], optionaltypeids: ['walk', 'diary'] }
    expect(lacks([visit('first', types), visit('second')], {})).toEqual(['first 1: ', 'second 1: walk'])
    expect(lacks([visit('first', types), visit('second')], { activities: [walk(null)] })).toEqual([
      'first 1: ',
      'second 1: ',
    ])
  })

  test('not for a type that was removed from the study', () => {
    expect(lacks([visit('first', { activitytypeids: ['swim', 'walk'] })], {})).toEqual(['first 1: walk'])
  })

  test('what belongs to no visit counts once, for the first that lacks it', () => {
    const visits = [visit('first'), visit('second'), visit('third')]
    const activities = [walk('first'), walk(null)]
    expect(lacks(visits, { activities })).toEqual(['first 1: ', 'second 1: ', 'third 1: walk'])
  })

  test('each occurrence of a repeated visit for its own', () => {
    const visits = [1, 2].map((occurrence) => visit('extra', { occurrence, repeats: true, state: 'DONE', day: null }))
    expect(lacks(visits, { activities: [walk('extra', 2)] })).toEqual(['extra 1: walk', 'extra 2: '])
  })
})

describe('a type that belongs to visits has a place', () => {
  const count = (visits: readonly AskingVisit[], recorded: readonly InVisit[], typeids = ['walk']) => {
    const { done, expected } = countPlaces(visits, typeids, recorded)
    return `${done} of ${expected}`
  }

  test('in each that asks for it, however often it was recorded there', () => {
    const visits = [visit('first'), visit('second'), visit('gone', { state: 'MISSED' })]
    expect(count(visits, [])).toBe('0 of 2')
    expect(count(visits, [walk('first'), walk('first', 2)])).toBe('1 of 2')
  })

  test('where nobody asks for it only if it was recorded', () => {
    const visits = [visit('first', { optionaltypeids: ['walk'] }), visit('gone', { state: 'MISSED' })]
    expect(count(visits, [])).toBe('0 of 0')
    expect(count(visits, [walk('first'), walk('gone')])).toBe('2 of 2')
  })

  test('filled by what has no visit, and another one for each that is left', () => {
    const visits = [visit('first'), visit('second')]
    expect(count(visits, [walk('first'), walk(null)])).toBe('2 of 2')
    expect(count(visits, [walk('first'), walk(null), walk(null, 2)])).toBe('3 of 3')
  })

  test('and one of no visit has one for all', () => {
    const visits = [visit('first'), visit('second')]
    expect(placesOfType(visits, 'stairs', [])).toBe(undefined)
    expect(count(visits, [], ['walk', 'stairs'])).toBe('0 of 3')
    const stairs = ['first', 'second'].map((visitid) => ({ ...walk(visitid), typeid: 'stairs' }))
    expect(count(visits, stairs, ['walk', 'stairs'])).toBe('1 of 3')
  })
})

test('visits that are over or to take place are counted', () => {
  const states = ['DONE', 'MISSED', 'BEGUN', 'PLANNED'] as const
  expect(visitProgress(states.map((state) => visit(state, { state })))).toEqual({ done: 2, expected: 4 })
  expect(visitProgress(states.map((state) => visit(state, { state, day: null })))).toEqual({ done: 2, expected: 3 })
})

const types = fc.uniqueArray(fc.constantFrom(...offered, 'swim'))
const someVisits = fc
  .uniqueArray(
    fc.record({
      visitid: fc.constantFrom('a', 'b', 'c'),
      occurrence: fc.integer({ min: 1, max: 3 }),
      state: fc.constantFrom(...subjectVisitStates),
      day: fc.option(fc.integer({ min: -9, max: 9 })),
      formtypeids: types,
      activitytypeids: types,
    }),
    { selector: ({ visitid, occurrence }) => `${visitid} ${occurrence}` },
  )
  .map((all) => all.map((each) => ({ ...each, repeats: true })))
const someRecords = fc.array(
  fc.record({
    typeid: fc.constantFrom(...offered),
    visitid: fc.option(fc.constantFrom('a', 'b', 'c')),
    occurrence: fc.integer({ min: 1, max: 3 }),
  }),
)

test('what the places of a study lack is what its visits ask for', () => {
  fc.assert(
    fc.property(someVisits, someRecords, (visits, recorded) => {
      const all = visits.map((each) => ({ ...each, formtypeids: [] }))
      const belonging = new Set(all.flatMap(({ activitytypeids }) => activitytypeids))
      const typeids = [...offered].filter((typeid) => belonging.has(typeid))
      const { done, expected } = countPlaces(all, typeids, recorded)
      const lacking = lacksOfVisits(all, { forms: [], activities: recorded, offered })
      expect(expected - done).toBe(lacking.reduce((total, { activitytypeids }) => total + activitytypeids.length, 0))
    }),
  )
})

test('whoever records what is lacking lacks nothing, and more never makes more lack', () => {
  fc.assert(
    fc.property(someVisits, someRecords, someRecords, (visits, forms, activities) => {
      const found = lacksOfVisits(visits, { forms, activities, offered })
      const of = (name: 'formtypeids' | 'activitytypeids') =>
        found.flatMap(({ visit: { visitid, occurrence }, [name]: ids }) =>
          ids.map((typeid) => ({ typeid, visitid, occurrence })),
        )
      const [moreForms, moreActivities] = [of('formtypeids'), of('activitytypeids')]
      const after = lacksOfVisits(visits, {
        forms: [...forms, ...moreForms],
        activities: [...activities, ...moreActivities],
        offered,
      })
      expect(after.flatMap((each) => [...each.formtypeids, ...each.activitytypeids])).toEqual([])
      const count = (list: typeof found) => list.reduce((sum, each) => sum + each.formtypeids.length, 0)
      const fewer = lacksOfVisits(visits, { forms: [...forms, ...moreForms.slice(1)], activities, offered })
      expect(count(fewer)).toBe(Math.min(1, moreForms.length))
    }),
  )
})
