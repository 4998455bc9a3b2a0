import { xchacha20poly1305 } from '@noble/ciphers/chacha.js'
import { hexToBytes } from '@noble/ciphers/utils.js'

const nonceBytes = 24

const cipherOf = (key: string, nonce: Uint8Array, place: string) =>
  xchacha20poly1305(hexToBytes(key), nonce, new TextEncoder().encode(place))

/**
 * Encrypts a text with a key of 256 bits in hex: XChaCha20-Poly1305, a random nonce before it. At once, unlike the
 * browser's own encryption: a page that goes waits for nothing. `place`: where it is stored; it opens nowhere else.
 */
export function sealText(key: string, text: string, place: string): Uint8Array<ArrayBuffer> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const sealed = cipherOf(key, nonce, place).encrypt(new TextEncoder().encode(text))
  const bytes = new Uint8Array(nonceBytes + sealed.length)
  bytes.set(nonce)
  bytes.set(sealed, nonceBytes)
  return bytes
}

/** Undefined for what was not sealed with this key for this place. */
export function openText(key: string, bytes: Uint8Array, place: string): string | undefined {
  try {
    const cipher = cipherOf(key, bytes.subarray(0, nonceBytes), place)
    return new TextDecoder().decode(cipher.decrypt(bytes.subarray(nonceBytes)))
  } catch {
    return undefined
  }
}
