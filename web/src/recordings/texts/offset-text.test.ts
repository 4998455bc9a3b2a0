import { expect, test } from 'vitest'
import { offsetText } from './offset-text.ts'

test.each([
  [120, '+02:00'],
  [-210, '−03:30'],
  [0, '+00:00'],
])('%s minutes are written as %s', (minutes, text) => {
  expect(offsetText(minutes)).toBe(text)
})
