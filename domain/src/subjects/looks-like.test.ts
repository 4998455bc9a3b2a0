import { expect, test } from 'vitest'
import { findLookalike } from './looks-like.ts'

test.each(['P-1', 'p-1', 'P1', 'P_1', 'P  1', 'P‑1', 'Ｐ－１', 'Р-1', 'P-l', 'P\u200b-1', ' P-1 '])(
  '%j looks like P-1',
  (text) => {
    expect(findLookalike(text, [null, 'Q-2', 'P-1'])).toBe('P-1')
  },
)

test.each(['P-2', 'P-11', 'Q-1', 'Å-1', '', '-', 'P'])('%j does not', (text) => {
  expect(findLookalike(text, ['P-1', 'A-1'])).toBeUndefined()
})

test('separators between digits tell identifiers apart', () => {
  expect(findLookalike('1-11', ['11-1', '111'])).toBeUndefined()
  expect(findLookalike('1 11', ['1-11'])).toBe('1-11')
})
