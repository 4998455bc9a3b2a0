import { expect, test } from 'vitest'
import { elapsedText } from './elapsed-text.ts'

test.each([
  [0, 0, '0:00'],
  [247, 0, '4:07'],
  [3847, 0, '1:04:07'],
  [3723.5, 1, '1:02:03.5'],
  [-61, 0, '−1:01'],
])('%s seconds with %s digits are %s', (seconds, digits, text) => {
  expect(elapsedText(seconds, digits)).toBe(text)
})
