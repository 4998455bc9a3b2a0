import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { caseKey, characterCount, cleanName, compareNames, whyNotName, whyNotText } from './text.rules.ts'

const family = '👨‍👩‍👧‍👦'

describe('a name', () => {
  test.each(['A', 'Step counting', 'Bjørn Ødegård', '日本語', `Team ${family}`, ' trimmed ', "O'Neil <b>"])(
    'may be %j',
    (name) => {
      expect(whyNotName(name, 'name')).toBeUndefined()
    },
  )

  test.each(['', '   ', '\t\n', '\u00a0', '\u200b', '\u3164'])('that shows nothing (%j) is refused', (name) => {
    expect(whyNotName(name, 'name')?.reason).toBe('text.required')
  })

  test.each(['a\nb', 'a\tb', 'a\u007fb', 'a\u0085b', 'a\u2028b', 'a\u202eb', 'a\u2066b'])(
    'with the control character of %j is refused',
    (name) => {
      expect(whyNotName(name, 'name')?.reason).toBe('text.control-characters')
    },
  )

  test.each(['a\0b', '\0', 'a\ud800', '\udc00b', '\ude00\ud83d'])(
    'that the database cannot hold (%j) is refused',
    (name) => {
      expect(whyNotName(name, 'name')?.reason).toBe('text.not-storable')
    },
  )

  test('has at most 200 characters, counted after trimming', () => {
    expect(whyNotName(` ${'a'.repeat(200)} `, 'name')).toBeUndefined()
    expect(whyNotName('😀'.repeat(200), 'name')).toBeUndefined()
    expect(whyNotName('e\u0301'.repeat(200), 'name')).toBeUndefined()
    expect(whyNotName('a'.repeat(201), 'name')).toMatchObject({
      reason: 'text.too-long',
      params: { max: 200, count: 201 },
    })
  })

  test('with few characters but too many bytes for an index is refused', () => {
    expect(whyNotName(`e${'\u0301'.repeat(5000)}`, 'name')?.reason).toBe('text.too-heavy')
    expect(whyNotName(family.repeat(200), 'name')?.reason).toBe('text.too-heavy')
  })

  test('is stored trimmed, in NFC and without invisible characters', () => {
    expect(cleanName('  two words \n')).toBe('two words')
    expect(cleanName('Ba\u00adse\u200bli\u2060ne\u200f\ufeff')).toBe('Baseline')
    expect(cleanName('A\u030a')).toBe('\u00c5')
    expect(cleanName(family)).toBe(family)
  })
})

describe('a text of several lines', () => {
  test('may be empty and hold line breaks', () => {
    expect(whyNotText('', 'comment', 4000)).toBeUndefined()
    expect(whyNotText('one\r\ntwo\tthree', 'comment', 4000)).toBeUndefined()
  })

  test('that is far too long is refused without being counted', () => {
    expect(whyNotText('\u00e9'.repeat(960_000), 'comment', 4000)?.reason).toBe('text.too-heavy')
    expect(whyNotText('\u00e9'.repeat(4001), 'comment', 4000)?.reason).toBe('text.too-long')
    expect(whyNotText(family.repeat(4000), 'comment', 4000)).toBeUndefined()
  })

  test('that the database can’t store is refused', () => {
    expect(whyNotText('a\0', 'comment', 4000)?.reason).toBe('text.not-storable')
  })
})

describe('counting characters', () => {
  test.each([
    ['abc', 3],
    ['', 0],
    ['😀', 1],
    ['e\u0301', 1],
    [family, 1],
    ['🇳🇴🇸🇪', 2],
    ['\r\n', 1],
    ['नि', 1],
  ])('%j has %i as people count them', (text, count) => {
    expect(characterCount(text)).toBe(count)
  })
})

describe('comparing names', () => {
  test.each([
    ['Baseline', 'bASELINE'],
    ['ÆØÅ', 'æøå'],
    ['\u00e9', 'E\u0301'],
    ['ΟΔΟΣ', 'οδος'],
  ])('%j and %j are one name', (a, b) => {
    expect(caseKey(a)).toBe(caseKey(b))
  })

  test('the case key is idempotent', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => caseKey(caseKey(text)) === caseKey(text)))
  })

  test('lists are sorted ignoring case, with the same result from any initial order', () => {
    expect(['b', 'A', 'a', 'B'].sort(compareNames)).toEqual(['A', 'a', 'B', 'b'])
    expect(['B', 'a', 'b', 'A'].sort(compareNames)).toEqual(['A', 'a', 'B', 'b'])
  })
})
