import { expect, test } from 'vitest'
import { correctionText, typedSeconds } from './typed-seconds.ts'

test.each([
  ['1.5', 1.5],
  ['1,5', 1.5],
  ['−2', -2],
  ['-2', -2],
  [' 3 ', 3],
  ['1.23456', 1.235],
  ['', undefined],
  ['-', undefined],
  ['1.5.', undefined],
])('%j is read as %s', (text, seconds) => {
  expect(typedSeconds(text)).toBe(seconds)
})

test.each(['1.', '1,5', '1.50', '−2', '-0', '1.23456'])('%j stays as it is typed', (text) => {
  expect(correctionText(text, typedSeconds(text) ?? Number.NaN)).toBe(text)
})

test('a clock that was moved in the picture, or put back, replaces what was typed', () => {
  expect(correctionText('1,5', 2)).toBe('2')
  expect(correctionText('', 0)).toBe('0')
  expect(correctionText('-', 0)).toBe('0')
})
