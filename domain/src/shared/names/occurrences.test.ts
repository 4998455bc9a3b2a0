import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareOccurrences, keyOfAny, keyOfOccurrence, occurrenceOfKey, typeOfAny, whichOne } from './occurrences.ts'

test('the first without a visit has the name of its type', () => {
  expect(keyOfOccurrence('walk')).toBe('walk')
  expect(keyOfOccurrence('walk', { visitid: null, occurrence: 1 })).toBe('walk')
  expect(keyOfOccurrence('walk', { occurrence: 'next' })).toBe('walk~next')
})

test('a key tells what it was made of', () => {
  const id = fc.stringMatching(/^[a-z0-9-]{1,40}$/)
  const occurrence = fc.oneof(fc.constant('next' as const), fc.integer({ min: 1, max: 999_999_999 }))
  fc.assert(
    fc.property(id, fc.option(id), occurrence, (typeid, visitid, number) => {
      const of = { typeid, visitid, occurrence: number }
      expect(occurrenceOfKey(keyOfOccurrence(typeid, of))).toEqual(of)
    }),
  )
})

test('a key of any tells its type, and no other key does', () => {
  expect(typeOfAny(keyOfAny('walk'))).toBe('walk')
  for (const key of ['walk', 'walk~2', 'walk~next', 'walk~1~any']) expect(typeOfAny(key), key).toBeUndefined()
})

test('a number that is none is one that nothing has', () => {
  for (const key of ['walk~0', 'walk~-1', 'walk~x', 'walk~1e9', 'walk~99999999999', 'walk~'])
    expect(occurrenceOfKey(key)).toEqual({ typeid: 'walk', visitid: null, occurrence: 0 })
})

test('a call names one only if there may be several', () => {
  expect(whichOne({ visitid: null, occurrence: 1 }, false)).toEqual({})
  expect(whichOne({ visitid: null, occurrence: 1 }, true)).toEqual({ visitid: null, occurrence: 1 })
  expect(whichOne({ visitid: 'v', occurrence: 1 }, false)).toEqual({ visitid: 'v', occurrence: 1 })
  // A type that repeated before.
  expect(whichOne({ visitid: null, occurrence: 2 }, false)).toEqual({ visitid: null, occurrence: 2 })
})

test('those without a visit come first, then by visit, each by number', () => {
  const all = [{ visitid: 'b' }, { occurrence: 10 }, { visitid: 'a', occurrence: 2 }, { occurrence: 2 }, {}]
  expect(all.toSorted(compareOccurrences)).toEqual([
    {},
    { occurrence: 2 },
    { occurrence: 10 },
    { visitid: 'a', occurrence: 2 },
    { visitid: 'b' },
  ])
})
