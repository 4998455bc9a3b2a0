import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { caseKey, compareNames, lookKey } from './names/names.ts'
import { characterCount, cleanName, whyNotName, whyNotText } from './text.rules.ts'

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

  test('is stored as typed but for its ends, in NFC', () => {
    expect(cleanName('  two  words \n')).toBe('two  words')
    expect(cleanName('\ufeff\u200bBase\u00ad\u00a0line \u200f\ufeff')).toBe('Base\u00ad\u00a0line')
    expect(cleanName('نمی\u200cخواهم')).toBe('نمی\u200cخواهم')
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

  const whiteSpace = every(/\p{White_Space}/u)
  const ignorable = every(/\p{Default_Ignorable_Code_Point}/u)

  test('kinds and numbers of blanks do not tell names apart', () => {
    expect(whiteSpace.length).toBeGreaterThan(20)
    for (const blank of whiteSpace) {
      for (const text of [`P${blank}1`, `P${blank} 1`, `P ${blank}${blank}1`, `${blank}P 1${blank}`])
        expect(caseKey(text), JSON.stringify(text)).toBe('p 1')
    }
    expect(caseKey('P1')).not.toBe(caseKey('P 1'))
  })

  test('nor does anything that Unicode calls default-ignorable', () => {
    expect(ignorable.length).toBeGreaterThan(4000)
    for (const unseen of ignorable) {
      expect(caseKey(`P${unseen} ${unseen}1`)).toBe('p 1')
      expect(caseKey(`${unseen}P 1${unseen}`)).toBe('p 1')
      expect(lookKey(`P${unseen} 1`)).toBe('P 1')
    }
  })

  test('the case key is idempotent', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => caseKey(caseKey(text)) === caseKey(text)))
  })

  test('lists are sorted ignoring case, with the same result from any initial order', () => {
    expect(['b', 'A', 'a', 'B'].sort(compareNames)).toEqual(['A', 'a', 'B', 'b'])
    expect(['B', 'a', 'b', 'A'].sort(compareNames)).toEqual(['A', 'a', 'B', 'b'])
  })
})

/** Every character of a kind. */
function every(kind: RegExp): string[] {
  const all = Array.from({ length: 0x110000 }, (_, point) => point).filter((point) => point < 0xd800 || point > 0xdfff)
  return all.map((point) => String.fromCodePoint(point)).filter((character) => kind.test(character))
}
