import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exampleOf, partsOfPattern } from './explained-pattern.ts'
import { matchesPattern } from './pattern.ts'

test.each([
  ['[A-Z][0-9]{3}', 'A123'],
  ['[0-9]{2}(\\.5)?', '12'],
  ['S-\\d{3}', 'S-123'],
  ['^[A-Za-z]{2}\\d+$', 'AB12'],
  ['(?:left|right)', 'left'],
  ['yes|no', 'yes'],
  ['[0-9A-F]{4}', 'ABCD'],
  ['\\w{3,5}', 'ABC'],
  ['\\+47 \\d{2} \\d{2}', '+47 12 34'],
  ['[1-3][0-9]', '12'],
  ['[_-]{2}', '--'],
  ['[a\\-z]b', 'ab'],
])('%s has the example %s', (pattern, example) => {
  expect(exampleOf(pattern)).toBe(example)
})

test.each(['(?i)abc', '\\bx\\b', '\\p{Greek}', '[^a]', '[[:digit:]]', '[0-9]?', '', '(', 'a**', 'x{50}', '\\d\\'])(
  '%s has no example that is found easily',
  (pattern) => {
    expect(exampleOf(pattern)).toBeUndefined()
  },
)

test.each([
  [
    '[A-Z][0-9]{3}',
    [
      { kind: 'capitals', min: 1, max: 1 },
      { kind: 'digits', min: 3, max: 3 },
    ],
  ],
  [
    'S-\\d{2,4}',
    [
      { kind: 'text', text: 'S-' },
      { kind: 'digits', min: 2, max: 4 },
    ],
  ],
  ['[0-9][0-9]+', [{ kind: 'digits', min: 2, max: undefined }]],
  ['[a-z]+', [{ kind: 'smallLetters', min: 1, max: undefined }]],
  ['[a-zA-Z]{2}', [{ kind: 'letters', min: 2, max: 2 }]],
  ['[A-Za-z0-9]{5}', [{ kind: 'lettersOrDigits', min: 5, max: 5 }]],
])('%s is told by its parts', (pattern, parts) => {
  expect(partsOfPattern(pattern)).toEqual(parts)
})

test.each(['[0-9]{2}(\\.5)?', 'a|b', '[aeiou]', '-?\\d', '', '.'])('%s is not told by its parts', (pattern) => {
  expect(partsOfPattern(pattern)).toBeUndefined()
})

test('the author’s example comes first, if it follows the pattern', () => {
  expect(exampleOf('[A-Z][0-9]{3}', 'B207')).toBe('B207')
  expect(exampleOf('[A-Z][0-9]{3}', 'the room')).toBe('A123')
  expect(exampleOf('\\p{Greek}', 'α')).toBe('α')
})

test('an example follows its pattern, whatever the pattern', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab1[]()|-^$.*+?{},\\dwA0'), maxLength: 12 }), (pattern) => {
      const example = exampleOf(pattern)
      if (example !== undefined) expect(matchesPattern(pattern, example)).toBe(true)
      partsOfPattern(pattern)
    }),
  )
})
