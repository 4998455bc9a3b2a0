import { expect, test } from 'vitest'
import { commentLines } from './comment-lines.ts'

test.each([
  ['', 1],
  ['even pace', 1],
  ['even\npace', 2],
  ['a\n\nb', 3],
  ['x'.repeat(29), 2],
  ['a\n'.repeat(100), 10],
])('%j has room of %i lines', (comment, lines) => {
  expect(commentLines(comment)).toBe(lines)
})
