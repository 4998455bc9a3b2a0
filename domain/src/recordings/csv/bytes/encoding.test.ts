import { describe, expect, test } from 'vitest'
import { detectEncoding, isGzip, isUtf32, looksLikeText } from './encoding.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const bytes = (...values: readonly number[]) => Uint8Array.from(values)
/** Two bytes for each character, the lower or the higher one first. */
const wide = (text: string, isLittle: boolean) =>
  Uint8Array.from(
    [...text].flatMap((character) => {
      const [low, high] = [character.charCodeAt(0) & 255, character.charCodeAt(0) >> 8]
      return isLittle ? [low, high] : [high, low]
    }),
  )

test.each([
  [bytes(0xef, 0xbb, 0xbf, 65), 'utf-8', 3],
  [bytes(0xff, 0xfe, 65, 0), 'utf-16le', 2],
  [bytes(0xfe, 0xff, 0, 65), 'utf-16be', 2],
  // Parts of a mark are none.
  [bytes(0xef, 0xbb, 65), 'windows-1252', 0],
  [bytes(0xef, 0xbc, 0xbf, 65), 'utf-8', 0],
  [bytes(0xfe, 65), 'windows-1252', 0],
  [bytes(0xff, 0xff, 65), 'windows-1252', 0],
  [bytes(0xfe, 0xfe, 65), 'windows-1252', 0],
  [wide('time,x', true), 'utf-16le', 0],
  [wide('time,x', false), 'utf-16be', 0],
  [utf8('Målt i °C'), 'utf-8', 0],
  [bytes(77, 0xe5, 108, 116), 'windows-1252', 0],
  // Cut off within a character.
  [utf8('å').subarray(0, 1), 'utf-8', 0],
  [bytes(), 'utf-8', 0],
] as const)('%j is %s with a mark of %i bytes', (head, encoding, mark) => {
  expect(detectEncoding(head)).toEqual({ encoding, mark })
})

test('zeros make an encoding of two bytes if there are many, and only on one side', () => {
  // Of nine bytes, at least four.
  expect(detectEncoding(bytes(65, 0, 65, 0, 65, 0, 65, 0, 65)).encoding).toBe('utf-16le')
  expect(detectEncoding(bytes(65, 0, 65, 0, 65, 0, 65, 65, 65)).encoding).toBe('utf-8')
  expect(detectEncoding(bytes(0, 65, 0, 65, 0, 65, 0, 65, 65)).encoding).toBe('utf-16be')
  expect(detectEncoding(bytes(0, 65, 0, 65, 0, 65, 65, 65, 65)).encoding).toBe('utf-8')
  expect(detectEncoding(bytes(0, 0, 0, 0, 65, 65)).encoding).toBe('utf-8')
})

test.each([
  ['time,x\n1,2\n', true],
  ['\ttab\r\n', true],
  ['', false],
  ['{"a": 1}', false],
  ['  [1, 2]', false],
  ['\n<xml/>', false],
  ['a{', true],
])('%j may be a table: %s', (text, expected) => {
  expect(looksLikeText(utf8(text))).toBe(expected)
})

test('one strange character in two hundred is allowed, of bytes that are no text none', () => {
  const withStrange = (code: number, length: number) => utf8(String.fromCharCode(code).padEnd(length, 'x'))
  for (const code of [0, 8, 11, 12, 14, 31, 0xfffd]) {
    expect(looksLikeText(withStrange(code, 200)), `${code}`).toBe(true)
    expect(looksLikeText(withStrange(code, 199)), `${code}`).toBe(false)
  }
  for (const code of [9, 10, 13, 32, 33]) expect(looksLikeText(withStrange(code, 2))).toBe(true)
  // A mark does not count.
  expect(looksLikeText(bytes(0xff, 0xfe, 65, 0))).toBe(true)
  expect(looksLikeText(bytes(0xff, 0xfe))).toBe(false)
  expect(looksLikeText(bytes(0xef, 0xbb, 0xbf, 123))).toBe(false)
})

test('gzip is known by its three bytes', () => {
  expect(isGzip(bytes(0x1f, 0x8b, 8, 0))).toBe(true)
  for (const other of [bytes(0x1e, 0x8b, 8), bytes(0x1f, 0x8a, 8), bytes(0x1f, 0x8b, 7), bytes()])
    expect(isGzip(other)).toBe(false)
})

describe('text of four bytes a character', () => {
  const wide = (text: string, place: number, mark: readonly number[] = []) =>
    Uint8Array.from([
      ...mark,
      ...[...text].flatMap((sign) => [0, 1, 2, 3].map((at) => (at === place ? sign.charCodeAt(0) : 0))),
    ])

  test('is known in both orders, with and without a mark', () => {
    for (const bytes of [
      wide('t,x\n1,2\n', 0, [0xff, 0xfe, 0, 0]),
      wide('t,x\n1,2\n', 3, [0, 0, 0xfe, 0xff]),
      wide('t,x\r\n1,2\t', 0),
      wide('t,å\n1,2\n', 3),
    ])
      expect([isUtf32(bytes), looksLikeText(bytes)]).toEqual([true, true])
  })

  test('is no other text, and no numbers of four bytes', () => {
    expect(isUtf32(new TextEncoder().encode('t,x\n1,2\n'))).toBe(false)
    expect(isUtf32(Uint8Array.of(0xff, 0xfe, 0x74, 0, 0x2c, 0, 0x78, 0))).toBe(false)
    expect(isUtf32(wide('\u0001\u0002\u0003', 0))).toBe(false)
    expect(isUtf32(wide('a', 0))).toBe(false)
    expect(isUtf32(new Uint8Array(64))).toBe(false)
  })
})

test('zero bytes below the lines are no reason to doubt a text, but a word before them is none', () => {
  const padded = (text: string) => Uint8Array.from([...new TextEncoder().encode(text), ...new Uint8Array(900)])
  expect(looksLikeText(padded('t,x\n1,2\n3,'))).toBe(true)
  expect(looksLikeText(padded('RIFF'))).toBe(false)
})
