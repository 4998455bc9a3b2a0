import { expect, test } from 'vitest'
import { hashOfToken, isTokenText, makeTokenText, prefixOfToken } from './token-text.ts'

test('a token is recognised by its format and checksum', () => {
  const token = makeTokenText()
  expect(token).toMatch(/^cbk_[0-9A-Za-z]{46}$/)
  expect(isTokenText(token)).toBe(true)
  const typo = token.slice(0, 20) + (token[20] === 'a' ? 'b' : 'a') + token.slice(21)
  expect(isTokenText(typo)).toBe(false)
  expect(isTokenText(`${token} `)).toBe(false)
  expect(isTokenText(token.replace('cbk_', 'ghp_'))).toBe(false)
  expect(isTokenText('')).toBe(false)
})

test('two tokens differ, and neither shows in its hash', () => {
  const [one, other] = [makeTokenText(), makeTokenText()]
  expect(one).not.toBe(other)
  expect(hashOfToken(one)).toMatch(/^[0-9a-f]{64}$/)
  expect(one.startsWith(prefixOfToken(one))).toBe(true)
  expect(prefixOfToken(one)).toHaveLength(10)
})

test('tokens of an earlier version remain valid', () => {
  expect(isTokenText(`cbk_${'0'.repeat(40)}2kaqcA`)).toBe(true)
  expect(isTokenText(`cbk_${'0'.repeat(40)}2kaqcB`)).toBe(false)
})
