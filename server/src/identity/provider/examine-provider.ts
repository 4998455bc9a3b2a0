import { ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client'
import { commandLine } from '../../mistakes/command-line.ts'
import { certificateTrouble, codeOf, isCertificateTrouble, Mistake, rootOf } from '../../mistakes/mistake.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { readClientKeys } from './client-authentication.ts'
import { makeProviderClient } from './provider-client.ts'
import type { ProviderSettings } from './provider-settings.ts'

/** Providers tolerate assertions and DPoP proofs that are a few seconds off, but most not a minute. */
const mostClockSeconds = 30

type Metadata = { issuer?: unknown; jwks_uri?: unknown; token_endpoint?: unknown }

/** Throws a Mistake if OIDC_CLIENT_KEY names no file or contains no private key. */
export async function checkClientKey({ clientKey }: Pick<ProviderSettings, 'clientKey'>): Promise<void> {
  if (!clientKey) return
  try {
    await readClientKeys(clientKey)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
      throw new Mistake(
        'file',
        `OIDC_CLIENT_KEY names the file ${clientKey}, which can't be read (${code}): correct the path, or let this user read it.`,
        error,
      )
    throw new Mistake(
      'file',
      `OIDC_CLIENT_KEY holds no private key as a JWK, a JWK set or a PEM: "${commandLine('client-key')}" makes one.`,
      error,
    )
  }
}

async function fetchJson(url: string, { issuer, timeoutSeconds }: ProviderSettings) {
  let answer: Response
  try {
    answer = await boundedFetch(url, {
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
      headers: { accept: 'application/json' },
    })
  } catch (error) {
    const root = rootOf(error)
    const why = isCertificateTrouble(root)
      ? `is not trusted: ${certificateTrouble(root)}; NODE_EXTRA_CA_CERTS names a file with further authorities`
      : `can't be reached (${codeOf(root) || (root instanceof Error ? root.message : 'no reason given')})`
    throw new Mistake(
      'provider',
      `The provider of OIDC_ISSUER ${issuer} ${why}. Nobody can sign in until this is put right; people who are signed in go on.`,
      error,
    )
  }
  const text = await answer.text()
  if (!answer.ok)
    throw new Mistake(
      'provider',
      `The provider of OIDC_ISSUER ${issuer} answers ${answer.status} at ${url}: correct OIDC_ISSUER.`,
    )
  try {
    const json: Metadata & { keys?: unknown } = JSON.parse(text)
    return { json, date: answer.headers.get('date') }
  } catch (error) {
    throw new Mistake(
      'provider',
      `The provider of OIDC_ISSUER ${issuer} answers no JSON at ${url}: correct OIDC_ISSUER.`,
      error,
    )
  }
}

/**
 * Fetches the provider's metadata and keys. Throws a Mistake if it is unreachable, its issuer differs from OIDC_ISSUER,
 * or its clock differs from this machine's. Returns how many seconds this machine is ahead.
 */
export async function examineProvider(settings: ProviderSettings): Promise<{ keys: number; aheadSeconds: number }> {
  const { issuer } = settings
  const { json, date } = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, settings)
  if (json.issuer !== issuer)
    throw new Mistake(
      'provider',
      `The provider calls itself "${json.issuer}", and OIDC_ISSUER says "${issuer}": they must be the same, letter by letter.`,
    )
  if (typeof json.jwks_uri !== 'string' || typeof json.token_endpoint !== 'string')
    throw new Mistake(
      'provider',
      `The metadata of OIDC_ISSUER ${issuer} lack jwks_uri or token_endpoint: correct OIDC_ISSUER.`,
    )
  const { json: keySet } = await fetchJson(json.jwks_uri, settings)
  const keys = Array.isArray(keySet.keys) ? keySet.keys.length : 0
  if (keys === 0)
    throw new Mistake('provider', `The provider of OIDC_ISSUER ${issuer} publishes no keys at ${json.jwks_uri}.`)
  // The header has a resolution of one second.
  const aheadSeconds = date ? Math.round((Date.now() - Date.parse(date)) / 1000) : 0
  if (Math.abs(aheadSeconds) > mostClockSeconds) {
    const off = `${Math.abs(aheadSeconds)} s ${aheadSeconds > 0 ? 'ahead of' : 'behind'}`
    throw new Mistake(
      'clock',
      `This machine's clock is ${off} the provider's (OIDC_ISSUER ${issuer}): sign-ins fail (invalid_dpop_proof, invalid_client) until it is set, by NTP for example.`,
    )
  }
  return { keys, aheadSeconds }
}

/** What a provider answers if it does not know the client, or refuses its secret or key. */
const refusals = ['invalid_client', 'unauthorized_client']

/**
 * Exchanges a code that nobody was given. A provider that accepts the client answers `invalid_grant`: then 'known'.
 * Otherwise returns what it answers. Throws a Mistake if it refuses the client.
 */
export async function examineClient(settings: ProviderSettings, origin: string): Promise<string> {
  const callback = new URL('/auth/callback', origin)
  callback.search = String(new URLSearchParams({ code: 'check', state: 'check', iss: settings.issuer }))
  const expected = { state: 'check', nonce: 'check', codeVerifier: 'check'.repeat(10) }
  try {
    await makeProviderClient(async () => settings).exchange(callback, expected)
    return 'with a sign-in'
  } catch (error) {
    const isBody = error instanceof ResponseBodyError
    if (isBody && error.error === 'invalid_grant') return 'known'
    const said = isBody ? error.error : codeOf(rootOf(error)) || 'no error of OAuth'
    if ((isBody && refusals.includes(error.error)) || error instanceof WWWAuthenticateChallengeError)
      throw new Mistake(
        'provider',
        `The provider of OIDC_ISSUER ${settings.issuer} refuses the client ${settings.clientId} (${isBody ? said : '401'}): correct OIDC_CLIENT_ID or ${settings.clientKey ? 'OIDC_CLIENT_KEY, or register its public key there' : 'OIDC_CLIENT_SECRET'}. Nobody can sign in.`,
        error,
      )
    return said
  }
}
