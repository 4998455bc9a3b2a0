import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { isGrouped, isMissing, NumberReader, otherMarkOf, parseNumber } from './number-reader.ts'

function read(text: string, delimiter = ',', decimal = '.') {
  const reader = new NumberReader(delimiter, decimal)
  const bytes = new TextEncoder().encode(text)
  const value = reader.read(bytes, 0, bytes.length)
  return { value, found: reader.found, stop: reader.stop }
}

test('a number is read exactly as JavaScript would, with either decimal mark', () => {
  const texts = fc
    .double({ noNaN: true, noDefaultInfinity: true })
    .chain((value) =>
      fc.constantFrom(
        String(value),
        value.toExponential(),
        value.toFixed(Math.abs(value) < 1e15 ? 6 : 0),
        `+${Math.abs(value)}`,
      ),
    )
  fc.assert(
    fc.property(texts, (text) => {
      expect(read(text)).toEqual({ value: Number(text), found: 'number', stop: text.length })
      expect(read(text.replace('.', ','), ';', ',')).toMatchObject({ value: Number(text), found: 'number' })
    }),
    { numRuns: 500 },
  )
})

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })

test('a number of more digits than a double has is rounded once', () => {
  const texts = fc.tuple(digits(1, 20), digits(0, 26)).map((parts) => parts.join('.'))
  fc.assert(
    fc.property(texts, (text) => {
      expect(read(text)).toEqual({ value: Number(text), found: 'number', stop: text.length })
    }),
    { numRuns: 500 },
  )
  // Just beyond the integers and the powers of ten that are exact.
  for (const text of ['900719925474099.5', '0.00000000000000000000005'])
    expect(read(text)).toMatchObject({ value: Number(text), found: 'number' })
})

test('no string is made of a plain number, whatever is around it', () => {
  const plain = fc.record({
    before: fc.constantFrom('', ' ', '   '),
    sign: fc.constantFrom('', '-', '+'),
    whole: digits(1, 8),
    fraction: fc.option(digits(0, 7)),
    after: fc.constantFrom('', ' ', '  '),
    next: fc.constantFrom('', ',', ',5', ', 5', ',"5"'),
  })
  const decode = vi.spyOn(TextDecoder.prototype, 'decode')
  try {
    fc.assert(
      fc.property(plain, ({ before, sign, whole, fraction, after, next }) => {
        const number = `${sign}${whole}${fraction === null ? '' : `.${fraction}`}`
        const cell = `${before}${number}${after}`
        expect(read(cell + next)).toEqual({ value: Number(number), found: 'number', stop: cell.length })
        expect(read((cell + next.replaceAll(',', ';')).replace('.', ','), ';', ',').value).toBe(Number(number))
      }),
      { numRuns: 500 },
    )
    for (const text of ['9007199254740991', '.5', '5.', '0.0000000000000000000005', '123456789.1234567'])
      expect(read(text).value).toBe(Number(text))
    for (const text of ['', ' ', ',5', ' ,5']) expect(read(text).found).toBe('missing')
    expect(decode).not.toHaveBeenCalled()
    expect([read('1e3').value, decode.mock.calls.length]).toEqual([1000, 1])
  } finally {
    decode.mockRestore()
  }
})

test('a cell ends at its delimiter, in quotes at the closing one', () => {
  expect(read('12.5,7')).toEqual({ value: 12.5, found: 'number', stop: 4 })
  expect(read(' 12 ,7')).toEqual({ value: 12, found: 'number', stop: 4 })
  expect(read('"12,5",7', ',', ',')).toEqual({ value: 12.5, found: 'number', stop: 6 })
  // A quote that is never closed does not consume the line.
  expect(read('"12.5,7')).toMatchObject({ value: 12.5, stop: 5 })
  expect(read(',7')).toMatchObject({ found: 'missing', stop: 0 })
})

test.each(['', ' ', 'NaN', 'NA', 'n/a', 'null', '-', '""'])('"%s" is a missing sample', (text) => {
  expect(read(text)).toMatchObject({ value: Number.NaN, found: 'missing' })
})

test.each(['1,5', '0x10', '1e', '--1', '1.2.3', '..5', '.5.5', 'Infinity', '1e999', '12a', '٣'])(
  '"%s" is not a number',
  (text) => {
    expect(read(text, ';')).toMatchObject({ value: Number.NaN, found: 'text' })
  },
)

describe('a cell', () => {
  test.each([
    ['5', ',', 5, 'number', 1],
    ['+5,1', ',', 5, 'number', 2],
    ['-5.25;1', ';', -5.25, 'number', 5],
    ['.5,1', ',', 0.5, 'number', 2],
    ['5.,1', ',', 5, 'number', 2],
    ['0,1', ',', 0, 'number', 1],
    ['  7  ,1', ',', 7, 'number', 5],
    ['9876543210', ',', 9_876_543_210, 'number', 10],
    ['9007199254740993,1', ',', 9_007_199_254_740_992, 'number', 16],
    ['0.00000000000000000000001', ',', 1e-23, 'number', 25],
    ['1e3,1', ',', 1000, 'number', 3],
    ['1,100', ';', 1100, 'number', 5],
    ['-,1', ',', Number.NaN, 'missing', 1],
    ['+,1', ',', Number.NaN, 'text', 1],
    ['.,1', ',', Number.NaN, 'missing', 1],
    ['   ', ',', Number.NaN, 'missing', 3],
    ['  ,1', ',', Number.NaN, 'missing', 2],
    ['5/6,1', ',', Number.NaN, 'text', 3],
    ['5:6,1', ',', Number.NaN, 'text', 3],
    ['5 6,1', ',', Number.NaN, 'text', 3],
    ['word,1', ',', Number.NaN, 'text', 4],
    ['5 6', ' ', 5, 'number', 1],
    ['5  ', ' ', 5, 'number', 1],
    ['" 5 ",1', ',', 5, 'number', 5],
    ['"5""",1', ',', Number.NaN, 'text', 5],
    ['  "5",1', ',', 5, 'number', 5],
    ['"1,100.5",1', ',', 1100.5, 'number', 9],
  ] as const)('%j before %j is %d, a %s of %i bytes', (text, delimiter, value, found, stop) => {
    expect(read(text, delimiter)).toEqual({ value, found, stop })
  })

  test('has a sign for zero', () => {
    expect(Object.is(read('-0').value, -0)).toBe(true)
    expect(Object.is(read('0').value, 0)).toBe(true)
  })

  test('with a decimal comma has no point', () => {
    expect(read('1.5', ';', ',')).toMatchObject({ found: 'text' })
    expect(read('1,5', ';', ',')).toEqual({ value: 1.5, found: 'number', stop: 3 })
    expect(read('"1,5"', ',', ',')).toEqual({ value: 1.5, found: 'number', stop: 5 })
    // Where both are the same, a comma ends the cell.
    expect(read('1,5', ',', ',')).toEqual({ value: 1, found: 'number', stop: 1 })
  })

  test('is read between its bounds', () => {
    const bytes = new TextEncoder().encode('12345')
    const reader = new NumberReader(',', '.')
    expect([reader.read(bytes, 1, 4), reader.stop]).toEqual([234, 4])
    expect([reader.read(bytes, 5, 5), reader.found, reader.stop]).toEqual([Number.NaN, 'missing', 5])
    expect([reader.read(new TextEncoder().encode('5 6'), 1, 1), reader.stop]).toEqual([Number.NaN, 1])
  })

  const textOf = (text: string, delimiter = ',') => {
    const reader = new NumberReader(delimiter, '.')
    const bytes = new TextEncoder().encode(text)
    return [reader.text(bytes, 0, bytes.length, new TextDecoder()), reader.stop]
  }
  test.each([
    ['walk,1', 'walk', 4],
    [' walk ,1', 'walk', 6],
    ['"walk, fast",1', 'walk, fast', 12],
    ['" walk ""so"" ",1', 'walk "so"', 15],
    ['"",1', '', 2],
    ['"open,1', 'open', 5],
    ['  "a,b" ,1', 'a,b', 8],
    ['5" wide,1', '5" wide', 7],
    ['so ""wide"",1', 'so ""wide""', 11],
    ['"walk, ""so""",1', 'walk, "so"', 14],
    ['"walk ""so"", fast",1', 'walk "so", fast', 19],
    ['"a"b,1', 'a"b', 4],
    ['', '', 0],
  ])('%j has the text %j', (text, expected, stop) => {
    expect(textOf(text)).toEqual([expected, stop])
  })

  test('between spaces ends at the first', () => {
    expect(textOf('walk fast', ' ')).toEqual(['walk', 4])
    expect(textOf('"walk fast" 1', ' ')).toEqual(['walk fast', 11])
  })
})

test.each([
  ['1,100', '.', 1100, true],
  ['-1,100,200.5', '.', -1_100_200.5, true],
  ['0,100', '.', Number.NaN, false],
  ['1,10', '.', Number.NaN, false],
  ['1234,100', '.', Number.NaN, false],
  ['1,100', ',', 1.1, false],
  ['1100', '.', 1100, false],
  ['1e400', '.', Number.NaN, false],
  [`9${',999'.repeat(103)}`, '.', Number.NaN, true],
  ['1.5,5', ',', Number.NaN, false],
  ['1.100,5', ',', 1100.5, true],
  ['-1.100.200', ',', -1_100_200, true],
  ['1.100', ',', 1100, true],
  ['0.100', ',', Number.NaN, false],
  ['1 100,5', ',', 1100.5, true],
  ['1 100.5', '.', 1100.5, true],
  ['1 100 200', '.', 1_100_200, true],
  ['1\u00a0100,5', ',', 1100.5, true],
  ['1\u202f100,5', ',', 1100.5, true],
  ['1\u2009100', ',', 1100, true],
  ["1'100.5", '.', 1100.5, true],
  ['1\u2019100', ',', 1100, true],
  ["1'100 200", '.', Number.NaN, false],
  ['1 10', '.', Number.NaN, false],
  ['1  100', '.', Number.NaN, false],
  ['0 100', '.', Number.NaN, false],
  ['\u22120.5', '.', -0.5, false],
  ['\u22121.100,5', ',', -1100.5, true],
  ['\u2013,5', ',', -0.5, false],
  ['\uff0d1e3', '.', -1000, false],
  ['5\u22126', '.', Number.NaN, false],
  ['\u2212', '.', Number.NaN, false],
  ['1.5', ',', Number.NaN, false],
  ['', '.', Number.NaN, false],
])('%j with the decimal mark %j is %d', (text, decimal, value, grouped) => {
  expect([parseNumber(text, decimal), isGrouped(text, decimal)]).toEqual([value, grouped])
})

test.each([
  ['1.100', ',', 'thousands'],
  ['\u22121,100', '.', 'thousands'],
  ['1.1', ',', 'decimal'],
  ['0,5', '.', 'decimal'],
  ['1,5', ',', undefined],
  ['1 100.5', ',', 'decimal'],
  ['1 100', ',', undefined],
  ['a.b', ',', undefined],
])('the other mark of %j beside the decimal mark %j is of %s', (text, decimal, expected) => {
  expect(otherMarkOf(text, decimal)).toBe(expected)
})

test.each(['utf-8', 'windows-1252'])('signs beyond ASCII are read in the encoding %s of the file', (encoding) => {
  const bytes = { 'utf-8': [0xc2, 0xa0], 'windows-1252': [0xa0] }[encoding] ?? []
  const cell = Uint8Array.of(0x31, ...bytes, 0x31, 0x30, 0x30, 0x2c, 0x35, 0x3b, 0x31)
  const reader = new NumberReader(';', ',', new TextDecoder(encoding))
  expect([reader.read(cell, 0, cell.length), reader.found, reader.stop]).toEqual([1100.5, 'number', cell.length - 2])
})

test('a minus of typesetters needs no string', () => {
  const decode = vi.spyOn(TextDecoder.prototype, 'decode')
  try {
    expect(read('\u22120.25,1')).toEqual({ value: -0.25, found: 'number', stop: 7 })
    expect(decode).not.toHaveBeenCalled()
  } finally {
    decode.mockRestore()
  }
})

test('what is missing is known by its text', () => {
  expect(['', '-', '?', '.', 'NA', 'N/A', 'nan', 'NULL', 'None', 'nil'].every(isMissing)).toBe(true)
  expect(['0', '--', 'no', 'nano'].some(isMissing)).toBe(false)
})
