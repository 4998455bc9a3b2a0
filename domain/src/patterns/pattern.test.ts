import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test, vi } from 'vitest'
import { sameText } from '../shared/names/names.ts'
import { characterCount } from '../shared/text.rules.ts'
import { expandedLength } from './expanded-length.ts'
import { matchesPattern, whyNotPattern } from './pattern.ts'

describe('a pattern', () => {
  test.each(['[A-Z]{2}\\d+', '^S-\\d{3}$', '\\pL+', '(?i)yes|no', '.{1,1000}', '(a+)+$'])('%j is taken', (pattern) => {
    expect(whyNotPattern(pattern)).toBeUndefined()
  })

  test.each([
    ['(', /missing closing/],
    ['a{2,1}', /invalid repeat count/],
    ['(?=a)', /unsupported Perl syntax/],
    ['(a)\\1', /invalid escape sequence/],
    ['*', /missing argument/],
    ['[z-a]', /invalid character class range/],
  ])('%j is refused with the reason of the compiler', (pattern, why) => {
    const refused = whyNotPattern(pattern, 'fields.0.pattern')
    expect(refused).toMatchObject({ reason: 'field.pattern.syntax', field: 'fields.0.pattern' })
    expect(refused?.message).toMatch(why)
  })

  test.each([
    '.{0,1000}'.repeat(20),
    '\\pL{1000}'.repeat(22),
    '(.{31}){31}'.repeat(18),
    '(^|.|$){900}x',
    '((a{1000}){1000}){1000}',
    `(?:${[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => letter.repeat(2)).join('|')}){1000}`,
  ])('%j is refused since it would take seconds to check', (pattern) => {
    expect(whyNotPattern(pattern)?.reason).toBe('field.pattern.too-large')
    expect(matchesPattern(pattern, 'a')).toBe(false)
  })
})

test('a pattern whose repetitions are too long together is refused without being compiled', () => {
  const compile = vi.spyOn(RE2JS, 'compile')
  for (const unit of ['a{1000}', '[a-z]{1000}', '(?i)\\p{L}{999}', '(a|b){1000}', '((a{30}){30})', 'a{0,1000}']) {
    expect(whyNotPattern(unit.repeat(300))?.reason).toBe('field.pattern.too-large')
  }
  expect(compile).not.toHaveBeenCalled()
  compile.mockRestore()
})

test.each([
  ['abc', 3],
  ['(ab){10}', 20],
  ['(?:a|b){2,5}c', 16],
  ['[]a-z]{3}\\d+', 5],
  ['\\p{Greek}{4}\\x{1F600}', 5],
  ['\\{3\\}[{2}]', 4],
  ['((a{2}){3}){4}', 24],
  ['(a', 1],
  ['a)b', 2],
])('%j has %i signs with its repetitions written out', (pattern, length) => {
  expect(expandedLength(pattern)).toBe(length)
})

describe('matching', () => {
  test.each([
    ['a|ab', 'ab', true],
    ['a', 'ba', false],
    ['a', 'ab', false],
    ['^a$', 'a', true],
    ['a', 'a\n', false],
    ['^a$', 'b\na', false],
    ['.', '😀', true],
    ['\\d', '٣', false],
    ['(?i)å', 'Å', true],
    ['(', '(', false],
  ])('%j over the whole of %j: %s', (pattern, value, expected) => {
    expect(matchesPattern(pattern, value)).toBe(expected)
  })

  test('a pattern that is catastrophic in other engines is matched quickly', () => {
    expect(matchesPattern('(a+)+$', `${'a'.repeat(20_000)}b`)).toBe(false)
    expect(matchesPattern('(a|a)*(a|a)*c', 'a'.repeat(20_000))).toBe(false)
  })
})

describe('characters as people count them', () => {
  test.each([
    ['.{1}', '👨‍👩‍👧‍👦'],
    ['.{2}', '🇳🇴🇸🇪'],
    ['.{2}', 'x\u0304y'],
    ['\\p{L}{3}', 'x\u0304yz'],
    ['[^a]{2}', '👍🏽b'],
    ['👍🏽+', '👍🏽👍🏽'],
    ['Å', 'A\u030a'],
    ['A\u030a', 'Å'],
    ['नि', 'नि'],
  ])('%j matches %j', (pattern, value) => {
    expect(matchesPattern(pattern, value)).toBe(true)
  })

  test.each([
    ['.{2}', 'x\u0304'],
    ['[a-z]+', 'x\u0304'],
    ['👍🏽+', '👍👍'],
    ['.{7}', '👨‍👩‍👧‍👦'],
  ])('%j does not match %j', (pattern, value) => {
    expect(matchesPattern(pattern, value)).toBe(false)
  })

  test('a pattern and a length count the same number of characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const count = characterCount(sameText(text))
        expect(matchesPattern(`(?s).{${count}}`, text)).toBe(true)
      }),
    )
  })
})
