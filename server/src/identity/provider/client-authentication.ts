import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { calculateJwkThumbprint, importJWK, type JWK } from 'jose'
import { type ClientAuth, ClientSecretPost, modifyAssertion, PrivateKeyJwt, ResponseBodyError } from 'openid-client'
import type { ProviderSettings } from './provider-settings.ts'

/** HelseID rejects client assertions that are valid for a minute or more. */
const assertionSeconds = 50

/**
 * How the server authenticates to the provider as the registered client, in the order to try: an assertion signed with
 * each of its keys, or the secret. A key file is read each time, so that keys rotate without a restart.
 */
export async function clientAuthentications({ clientKey, clientSecret }: ProviderSettings): Promise<ClientAuth[]> {
  if (!clientKey) return [ClientSecretPost(clientSecret)]
  return Promise.all((await readClientKeys(clientKey)).map(signedAssertion))
}

/** The private keys of a JWK, a JWK set or a PEM, given as text or as a file path. Throws if it is not valid. */
export async function readClientKeys(textOrPath: string): Promise<JWK[]> {
  const isText = /^\s*(\{|-----BEGIN)/.test(textOrPath)
  const text = isText ? textOrPath : await readFile(textOrPath, 'utf8')
  const keys = text.trimStart().startsWith('{') ? keysOfJson(text) : [createPrivateKey(text).export({ format: 'jwk' })]
  if (keys.length === 0 || keys.some((key) => !key.d)) throw new Error('OIDC_CLIENT_KEY holds no private key')
  return keys
}

function keysOfJson(text: string): JWK[] {
  const parsed: JWK & { keys?: JWK[] } = JSON.parse(text)
  return parsed.keys ?? [parsed]
}

function algorithmOf(jwk: JWK): string {
  if (jwk.alg) return jwk.alg
  if (jwk.kty === 'RSA') return 'PS256'
  return { 'P-384': 'ES384', 'P-521': 'ES512', Ed25519: 'EdDSA' }[jwk.crv ?? ''] ?? 'ES256'
}

async function signedAssertion(jwk: JWK): Promise<ClientAuth> {
  const key = await importJWK(jwk, algorithmOf(jwk), { extractable: false })
  if (key instanceof Uint8Array) throw new Error('OIDC_CLIENT_KEY must be an RSA, EC or Ed25519 key')
  const kid = jwk.kid ?? (await calculateJwkThumbprint(jwk))
  return PrivateKeyJwt(
    { key, kid },
    {
      [modifyAssertion](header, payload) {
        header.typ = 'client-authentication+jwt'
        const now = Math.floor(Date.now() / 1000)
        Object.assign(payload, { iat: now, nbf: now, exp: now + assertionSeconds })
      },
    },
  )
}

/**
 * Calls the provider with the first authentication that it accepts: during key rotation it may know only one of two
 * keys.
 */
export async function withAuthentication<T>(
  ways: readonly ClientAuth[],
  call: (way: ClientAuth) => Promise<T>,
): Promise<T> {
  for (const [index, way] of ways.entries()) {
    try {
      return await call(way)
    } catch (error) {
      const isLast = index === ways.length - 1
      if (isLast || !(error instanceof ResponseBodyError) || error.error !== 'invalid_client') throw error
    }
  }
  throw new Error('no way to authenticate the client')
}
