import { expect, test } from 'vitest'
import { preferredLocale } from './preferences.ts'

test('a browser that prefers any Norwegian gets bokmål', () => {
  for (const language of ['nb', 'nb-NO', 'no', 'nn-NO']) expect(preferredLocale([language])).toBe('nb')
})

test('the first supported language decides', () => {
  expect(preferredLocale(['de-DE', 'en-US', 'nb-NO'])).toBe('en')
  expect(preferredLocale(['sv-SE', 'nb-NO', 'en-US'])).toBe('nb')
})

test('a browser that prefers neither gets English', () => {
  expect(preferredLocale(['fr-FR', 'not'])).toBe('en')
  expect(preferredLocale([])).toBe('en')
})
