import { expect, test } from 'vitest'
import { cleanPlaces, findPlace, firstPlaces, linesOfPlaces, placesOfLines, whyNotPlaces } from './places.ts'

test('a study has 1 to 50 places of 1 to 100 characters', () => {
  expect(whyNotPlaces(firstPlaces)).toBeUndefined()
  expect(whyNotPlaces(Array.from({ length: 50 }, (_, at) => `Place ${at}`))).toBeUndefined()
  expect(whyNotPlaces(['x'.repeat(100)])).toBeUndefined()
  expect(whyNotPlaces([])).toMatchObject({ reason: 'study.places.none', field: 'places' })
  expect(whyNotPlaces(Array.from({ length: 51 }, (_, at) => `Place ${at}`))?.reason).toBe('study.places.too-many')
  expect(whyNotPlaces(['x'.repeat(101)])?.reason).toBe('text.too-long')
  expect(whyNotPlaces(['arm', ' '])).toMatchObject({ reason: 'text.required', field: 'places' })
  expect(whyNotPlaces(['left\tankle'])?.reason).toBe('text.control-characters')
})

test('no two places are the same to people', () => {
  expect(whyNotPlaces(['Left ankle', 'left  ANKLE'])).toMatchObject({
    reason: 'study.places.duplicate',
    params: { place: 'left  ANKLE' },
  })
  expect(findPlace(['arm', 'Left ankle'], ' left ankle')).toBe('Left ankle')
  expect(findPlace(['arm'], 'chest')).toBeUndefined()
})

test('places are typed one a line', () => {
  expect(placesOfLines(' arm \r\n\n left ankle\n')).toEqual(['arm', 'left ankle'])
  expect(placesOfLines(linesOfPlaces(['arm', 'left ankle']))).toEqual(['arm', 'left ankle'])
  expect(cleanPlaces([' wrist '])).toEqual(['wrist'])
})
