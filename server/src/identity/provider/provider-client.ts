import { whyNotStorable } from '@casebook/domain/shared/text.rules.ts'
import { createRemoteJWKSet, customFetch } from 'jose'
import * as openid from 'openid-client'
import { makeCallLimiter } from '../../rate-limits/rate-limits.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { clientAuthentications, withAuthentication } from './client-authentication.ts'
import type { ProviderSettings } from './provider-settings.ts'

export type Claims = Readonly<Record<string, unknown>> & { iss: string; sub: string }

/** What must return with the person for the sign-in to be valid. */
export type Expected = { state: string; nonce: string; codeVerifier: string }

export type SignedIn = { claims: Claims; idToken: string }

const providerFetch: openid.CustomFetch = (address, { body, ...options }) =>
  boundedFetch(address, { ...options, body: body instanceof Uint8Array ? new Uint8Array(body) : body })

const metadataLastsMs = 3_600_000

/**
 * The provider as the server uses it. Metadata is discovered at first use and cached for an hour; failures are not
 * cached.
 */
export function makeProviderClient(settings: () => Promise<ProviderSettings>) {
  let found: { metadata: Promise<openid.ServerMetadata>; at: number } | undefined

  async function discover(): Promise<openid.ServerMetadata> {
    const { issuer, clientId, allowHttp, timeoutSeconds } = await settings()
    const execute = allowHttp ? [openid.allowInsecureRequests] : []
    const configuration = await openid.discovery(new URL(issuer), clientId, undefined, undefined, {
      execute,
      timeout: timeoutSeconds,
      [openid.customFetch]: providerFetch,
    })
    return configuration.serverMetadata()
  }

  function readMetadata(): Promise<openid.ServerMetadata> {
    if (found && Date.now() - found.at < metadataLastsMs) return found.metadata
    const next = { metadata: discover(), at: Date.now() }
    found = next
    next.metadata.catch(() => {
      if (found === next) found = undefined
    })
    return next.metadata
  }

  /** A new configuration for each call, so that the provider's keys are read again and a rotated key is known at once. */
  async function configure(way?: openid.ClientAuth): Promise<openid.Configuration> {
    const { clientId, clientSecret, allowHttp, timeoutSeconds } = await settings()
    const configuration = new openid.Configuration(await readMetadata(), clientId, clientSecret, way)
    configuration.timeout = timeoutSeconds
    configuration[openid.customFetch] = providerFetch
    openid.enableNonRepudiationChecks(configuration)
    if (allowHttp) openid.allowInsecureRequests(configuration)
    return configuration
  }

  return {
    /** The URL to send the browser to. Uses pushed authorization requests (PAR, RFC 9126) if the provider supports them. */
    async authorizationUrl(parameters: Record<string, string>): Promise<URL> {
      const metadata = await readMetadata()
      if (!metadata.pushed_authorization_request_endpoint)
        return openid.buildAuthorizationUrl(await configure(), parameters)
      return withAuthentication(await clientAuthentications(await settings()), async (way) =>
        openid.buildAuthorizationUrlWithPAR(await configure(way), parameters),
      )
    },

    /** Exchanges the code in `callback` for a verified ID token. Throws an openid-client error if anything is invalid. */
    async exchange(callback: URL, { state, nonce, codeVerifier }: Expected): Promise<SignedIn> {
      const metadata = await readMetadata()
      const keyPair = metadata.dpop_signing_alg_values_supported?.includes('ES256')
        ? await openid.randomDPoPKeyPair('ES256')
        : undefined
      return withAuthentication(await clientAuthentications(await settings()), async (way) => {
        const configuration = await configure(way)
        const proof = keyPair ? { DPoP: openid.getDPoPHandle(configuration, keyPair) } : {}
        const checks = {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        }
        const tokens = await openid.authorizationCodeGrant(configuration, callback, checks, undefined, proof)
        const claims = tokens.claims()
        if (!claims || !tokens.id_token) throw new Error('the response of the provider has no ID token')
        const why = whyNotSub(claims.sub)
        if (why) throw new Error(`the ID token has a sub that ${why}`)
        return { claims: { ...claims }, idToken: tokens.id_token }
      })
    },

    /** The URL that ends the provider's session. Undefined if the provider has none. */
    async endSessionUrl(idToken: string | undefined, postLogoutRedirectUri: string): Promise<URL | undefined> {
      const configuration = await configure()
      if (!configuration.serverMetadata().end_session_endpoint) return undefined
      return openid.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: postLogoutRedirectUri,
        ...(idToken && { id_token_hint: idToken }),
      })
    },

    metadata: readMetadata,
  }
}

export type ProviderClient = ReturnType<typeof makeProviderClient>

/** Logout tokens accepted per minute from one address. Signing out a whole clinic sends fewer. */
const tokensPerMinute = 120

/** Verifies logout tokens for one server. The provider's keys are cached and fetched again at most every 30 seconds. */
export function makeLogoutVerifier() {
  const limiter = makeCallLimiter(tokensPerMinute)
  let known: { uri: string; keys: ReturnType<typeof createRemoteJWKSet> } | undefined
  return {
    /** Seconds until the address may send the next token. Undefined if it may now. */
    takeCall: (address: string) => limiter.take(address),
    keysAt(uri: string) {
      if (known?.uri !== uri) {
        const keys = createRemoteJWKSet(new URL(uri), { cooldownDuration: 30_000, [customFetch]: boundedFetch })
        known = { uri, keys }
      }
      return known.keys
    },
  }
}

export type LogoutVerifier = ReturnType<typeof makeLogoutVerifier>

/** More than OpenID Connect permits (255 ASCII characters), for providers that do not keep to it. */
const longestSub = 1_000

/** Why nobody can be identified by this. */
function whyNotSub(sub: string): string | undefined {
  if (sub.trim() === '') return 'is empty'
  if (whyNotStorable(sub)) return 'contains what no database stores'
  if (sub.length > longestSub) return 'is too long'
}
