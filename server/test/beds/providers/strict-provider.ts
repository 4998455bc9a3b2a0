import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Configuration, Provider } from 'oidc-provider'
import { withoutReleaseRemark } from '../../../src/identity/embedded-provider/load.ts'
import { memoryAdapters } from '../../memory-adapter.ts'

export type Account = {
  sub: string
  name: string
  given_name: string
  family_name: string
  hpr_number?: string
  level: string
}

const claimNames = { hpr: 'helseid://claims/hpr/hpr_number', level: 'helseid://claims/identity/security_level' }

function logoutSource(ctx: { body: unknown }, form: string) {
  ctx.body = form
}

export async function newClientKey(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('PS256', { extractable: true })
  const about = { kid, alg: 'PS256', use: 'sig' }
  const privateJwk: JWK = { ...(await exportJWK(privateKey)), ...about }
  const publicJwk: JWK = { ...(await exportJWK(publicKey)), ...about }
  return { privateJwk, publicJwk }
}

/**
 * A real provider with the requirements of a national health identity provider: pushed requests, a client assertion by
 * PS256, of its own type, of its own audience and shorter than a minute, DPoP with a nonce, PKCE. Signs in the person
 * in `login_hint`.
 */
export async function startStrictProvider(accounts: readonly Account[], clientKeys: () => readonly JWK[]) {
  const { default: OidcProvider, errors, interactionPolicy } = await withoutReleaseRemark(() => import('oidc-provider'))
  const policy = interactionPolicy.base()
  policy.remove('consent')
  const seen: { header: Record<string, unknown>; claims: Record<string, unknown> }[] = []
  const refused: string[] = []
  const { privateJwk } = await newClientKey('provider')
  const state = { app: 'http://127.0.0.1:1' }

  let provider: Provider
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const issuer = `http://127.0.0.1:${address.port}`

  function make() {
    const configuration: Configuration = {
      adapter: memoryAdapters(),
      clients: [
        {
          client_id: 'casebook',
          application_type: 'native',
          token_endpoint_auth_method: 'private_key_jwt',
          token_endpoint_auth_signing_alg: 'PS256',
          id_token_signed_response_alg: 'PS256',
          dpop_bound_access_tokens: true,
          require_pushed_authorization_requests: true,
          grant_types: ['authorization_code'],
          response_types: ['code'],
          redirect_uris: ['http://127.0.0.1/auth/callback'],
          post_logout_redirect_uris: ['http://127.0.0.1/'],
          backchannel_logout_uri: `${state.app}/auth/backchannel-logout`,
          backchannel_logout_session_required: true,
          jwks: { keys: [...clientKeys()] },
        },
      ],
      jwks: { keys: [privateJwk] },
      cookies: { keys: ['a key for tests'] },
      scopes: ['openid', 'profile', 'helseid://scopes/identity/security_level', 'helseid://scopes/hpr/hpr_number'],
      claims: {
        openid: ['sub'],
        profile: ['name', 'given_name', 'family_name'],
        'helseid://scopes/hpr/hpr_number': [claimNames.hpr],
        'helseid://scopes/identity/security_level': [claimNames.level],
      },
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      features: {
        devInteractions: { enabled: false },
        dPoP: { enabled: true, nonceSecret: randomBytes(32), requireNonce: () => true },
        pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: { enabled: true, logoutSource },
      },
      assertJwtClientAuthClaimsAndHeader(_ctx, claims, header) {
        seen.push({ claims, header })
        const lifetime = Number(claims.exp) - Math.floor(Date.now() / 1000)
        if (header.typ !== 'client-authentication+jwt') throw new errors.InvalidClientAuth('wrong type of assertion')
        if (claims.aud !== issuer) throw new errors.InvalidClientAuth('wrong audience of the assertion')
        if (lifetime >= 60) throw new errors.InvalidClientAuth('the assertion lasts too long')
      },
      interactions: { policy, url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
      async loadExistingGrant(ctx) {
        const { client, session } = ctx.oidc
        const grant = new ctx.oidc.provider.Grant({ clientId: client?.clientId, accountId: session?.accountId })
        grant.addOIDCScope('openid profile helseid://scopes/identity/security_level helseid://scopes/hpr/hpr_number')
        await grant.save()
        return grant
      },
      findAccount(_ctx, sub) {
        const account = accounts.find((one) => one.sub === sub)
        if (!account) return undefined
        const { level, hpr_number, ...claims } = account
        return {
          accountId: sub,
          claims: async () => ({ ...claims, [claimNames.level]: level, [claimNames.hpr]: hpr_number }),
        }
      },
      // The default one refuses loopback addresses.
      fetch: (input, init) => fetch(input, { ...init, dispatcher: undefined } as RequestInit),
      ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 300, Interaction: 300, Session: 3600, Grant: 3600 },
    }
    const made = new OidcProvider(issuer, configuration)
    made.on('grant.error', (_ctx, error) => void refused.push(`grant: ${error.message}`))
    made.on('pushed_authorization_request.error', (_ctx, error) => void refused.push(`pushed: ${error.message}`))
    made.on('server_error', (_ctx, error) => void refused.push(`server: ${error.message}`))
    made.on('backchannel.error', (_ctx, error) => void refused.push(`backchannel: ${error.message}`))
    return made
  }

  async function handle(request: IncomingMessage, response: ServerResponse) {
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response)
    const { params } = await provider.interactionDetails(request, response)
    const login = { accountId: String(params.login_hint) }
    return provider.interactionFinished(request, response, { login })
  }

  provider = make()
  return {
    issuer,
    /** The received client assertions, newest last. */
    seen,
    refused,
    /** Reloads the client's keys and the app's address, as its operator would. */
    reconfigure(app: string) {
      state.app = app
      provider = make()
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
