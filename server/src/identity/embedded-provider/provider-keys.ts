import { createECDH } from 'node:crypto'
import { makeKeyedHash } from '../../secrets/seal.ts'

/**
 * The embedded provider's client secret, cookie key and signing key. Every server with the installation's secret has
 * the same ones.
 */
export function providerKeys(secret: string) {
  const derive = makeKeyedHash(secret, 'embedded provider')
  return {
    clientSecret: derive('client secret'),
    cookieKey: derive('cookie key'),
    signingKey: signingKeyOf((attempt) => Buffer.from(derive(`signing key ${attempt}`), 'hex')),
  }
}

/** A P-256 private key as a JWK. One number in four billion is not a valid private key of this curve. */
function signingKeyOf(derive: (attempt: number) => Buffer) {
  const curve = createECDH('prime256v1')
  for (let attempt = 0; ; attempt += 1) {
    const d = derive(attempt)
    try {
      curve.setPrivateKey(d)
    } catch {
      continue
    }
    // 0x04, then two coordinates of 32 bytes each.
    const point = curve.getPublicKey()
    const text = (bytes: Buffer) => bytes.toString('base64url')
    return { kty: 'EC', crv: 'P-256', x: text(point.subarray(1, 33)), y: text(point.subarray(33)), d: text(d) }
  }
}
