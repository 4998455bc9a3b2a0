import { expect, test } from 'vitest'
import { offsetText } from './offset-text.ts'

test.each([
  [7200, '+02:00'],
  [-12_600, '−03:30'],
  [0, '+00:00'],
])('%s seconds are written as %s', (seconds, text) => {
  expect(offsetText(seconds)).toBe(text)
})

test('in ISO 8601 it has a hyphen', () => {
  expect(offsetText(-12_600, '-')).toBe('-03:30')
})
