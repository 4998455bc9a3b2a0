import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NumberReader } from './number-reader.ts'

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

test.each(['1,5', '0x10', '1e', '--1', '1.2.3', 'Infinity', '1e999', '12a', '٣'])('"%s" is not a number', (text) => {
  expect(read(text, ';')).toMatchObject({ value: Number.NaN, found: 'text' })
})
