import { expect, test } from 'vitest'
import { fromBase64 } from '../../../browser/files.ts'
import { openText, sealText } from './cipher.ts'

const key = '0123456789abcdef'.repeat(4)
const text = 'Vekt 75 kg, æøå 🦶'

test('a text opens with its key, at its place, and nowhere else', () => {
  const sealed = sealText(key, text, 'here')
  expect(openText(key, sealed, 'here')).toBe(text)
  expect(openText('f'.repeat(64), sealed, 'here')).toBeUndefined()
  expect(openText(key, sealed, 'there')).toBeUndefined()
})

test('a nonce of 24 bytes and a tag of 16 are stored with it, and each is another one', () => {
  const [one, other] = [sealText(key, text, 'here'), sealText(key, text, 'here')]
  expect(one.length).toBe(24 + new TextEncoder().encode(text).length + 16)
  expect(one.subarray(0, 24)).not.toEqual(other.subarray(0, 24))
  expect(one.subarray(24)).not.toEqual(other.subarray(24))
})

test('what was changed, cut or never sealed does not open', () => {
  const sealed = sealText(key, text, 'here')
  for (const at of [0, 23, 24, sealed.length - 1]) {
    const changed = sealed.slice()
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(openText(key, changed, 'here')).toBeUndefined()
  }
  for (const length of [0, 23, 24, 39, sealed.length - 1])
    expect(openText(key, sealed.subarray(0, length), 'here')).toBeUndefined()
})

test('what libsodium sealed opens', () => {
  const sealed = fromBase64('AAECAwQFBgcICQoLDA0ODxAREhMUFRYX6KMNkNmYNfjEUWKLKZ1R4WLo/mOjSJ+Wz2olM+B6dDksJ1kTCfde')
  expect(openText(key, sealed, 'here')).toBe(text)
})
