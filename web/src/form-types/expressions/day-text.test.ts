import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownTime, typedTime } from './day-text.ts'

const words = { today: 'i dag', now: 'nå', zone: 'Europe/Oslo' }

test('days and moments are typed in words of the screen and the zone of the study', () => {
  expect(shownTime('2026-10-20T12:30:00Z', words, 'DateTime')).toBe('2026-10-20 14:30')
  expect(typedTime('2026-10-20 14:30', words, 'DateTime')).toBe('2026-10-20T12:30:00Z')
  expect(typedTime('2026-10-20 ', words, 'DateTime')).toBe('2026-10-19T22:00:00Z')
  expect(typedTime(' Nå', words, 'DateTime')).toBe('now')
  expect(typedTime('i dag', words, 'Date')).toBe('today')
  expect(typedTime('nå', words, 'Date')).toBe('nå')
  expect(shownTime('2026-10-20', words, 'Date')).toBe('2026-10-20')
  expect(typedTime('2026-10', words, 'DateTime')).toBe('2026-10')
})

test('what is shown of a moment is typed as the same moment, at noon as well', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000 }), (hours) => {
      const instant = new Date(hours * 3_600_000).toISOString().replace('.000Z', 'Z')
      const value = instant.endsWith('T12:00:00Z') ? instant.slice(0, 10) : instant
      const shown = shownTime(value, words, 'DateTime')
      // In autumn, an hour comes twice.
      if (typedTime(shown, words, 'DateTime') !== value) expect(shown).toMatch(/ 02:00$/)
    }),
  )
})
