import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const form = /^cbk_([0-9A-Za-z]{40})([0-9A-Za-z]{6})$/

/**
 * Six base-62 digits. They distinguish a real token from a mistyped one, or from one that a secret scanner found,
 * without a look-up.
 */
function checksumOf(random: string): string {
  let rest = crc32(random)
  let text = ''
  for (let place = 0; place < 6; place++) {
    text = digits.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  }
  return text
}

/** A new token: `cbk_`, 40 random characters (238 bits) and their checksum. */
export function makeTokenText(): string {
  const random = Array.from({ length: 40 }, () => digits.charAt(randomInt(62))).join('')
  return `cbk_${random}${checksumOf(random)}`
}

export function isTokenText(text: string): boolean {
  const [, random = '', checksum] = form.exec(text) ?? []
  return checksum !== undefined && checksumOf(random) === checksum
}

/** The stored form of a token: its SHA-256 in lowercase hex. */
export function hashOfToken(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The beginning of a token, enough to recognise it. */
export function prefixOfToken(text: string): string {
  return text.slice(0, 10)
}
