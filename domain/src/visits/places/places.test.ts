import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyOfOccurrence, occurrenceOfKey } from '../../shared/names/occurrences.ts'
import { bySchedule, isOfVisit, placeOfNext } from './places.ts'

const week4 = { visitid: 'week4', occurrence: 1, repeats: false }
const extra2 = { visitid: 'extra', occurrence: 2, repeats: true }

describe('where something belongs', () => {
  test('all of a visit that takes place once, and what has no visit to none', () => {
    expect(isOfVisit({ visitid: 'week4', occurrence: 3 }, week4)).toBe(true)
    expect(isOfVisit({ visitid: 'week4', occurrence: 3 }, undefined)).toBe(false)
    expect(isOfVisit({ visitid: null, occurrence: 1 }, undefined)).toBe(true)
    expect(isOfVisit({ visitid: null, occurrence: 1 }, week4)).toBe(false)
  })

  test('in a visit that repeats, the one with its number', () => {
    expect(isOfVisit({ visitid: 'extra', occurrence: 2 }, extra2)).toBe(true)
    expect(isOfVisit({ visitid: 'extra', occurrence: 1 }, extra2)).toBe(false)
    expect(isOfVisit({ visitid: 'extra' }, { ...extra2, occurrence: 1 })).toBe(true)
  })

  test('the next one goes to the visit, and names no number that only the server knows', () => {
    expect(placeOfNext({ repeats: false }, undefined)).toEqual({ occurrence: 1 })
    expect(placeOfNext({ repeats: true }, undefined)).toEqual({ occurrence: 'next' })
    expect(placeOfNext({ repeats: true }, week4)).toEqual({ visitid: 'week4', occurrence: 'next' })
    expect(placeOfNext({ repeats: true }, extra2)).toEqual({ visitid: 'extra', occurrence: 2 })
  })

  test('the order is that of the schedule, after what has no visit', () => {
    const given = ['b', 'a', null, 'b'].map((visitid, place) => ({ visitid, occurrence: 4 - place }))
    const sorted = given.toSorted(bySchedule([{ visitid: 'b' }, { visitid: 'a' }]))
    expect(sorted.map(({ visitid, occurrence }) => `${visitid} ${occurrence}`)).toEqual(['null 2', 'b 1', 'b 4', 'a 3'])
  })

  test('what is placed in a visit belongs to it', () => {
    const place = fc.record({ visitid: fc.constantFrom('a', 'b'), occurrence: fc.integer({ min: 1, max: 9 }) })
    fc.assert(
      fc.property(place, fc.boolean(), fc.boolean(), (visit, isRepeated, repeats) => {
        const of = { ...visit, repeats: isRepeated, occurrence: isRepeated ? visit.occurrence : 1 }
        const { visitid, occurrence } = occurrenceOfKey(keyOfOccurrence('walk', placeOfNext({ repeats }, of)))
        expect(isOfVisit({ visitid, occurrence: occurrence === 'next' ? 7 : occurrence }, of)).toBe(true)
      }),
    )
  })
})
