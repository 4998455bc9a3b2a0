import { createServer, type Server } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { CompactSign, exportJWK, generateKeyPair, type JWK, type JWTPayload } from 'jose'

type Header = { alg: string; kid?: string; typ?: string }
type Key = Awaited<ReturnType<typeof generateKeyPair>>

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')

/**
 * A provider that returns what a test specifies, however wrong. It has no screen: the test creates the code and sends
 * it to the callback itself.
 */
export async function startForgingProvider() {
  const [first, second, foreign] = await Promise.all([newKey(), newKey(), newKey()])
  const keys: Record<string, Key> = { first, second, foreign }
  const state = {
    published: ['first'],
    /** Makes the ID token from the claims of a valid one. */
    forge: async (claims: JWTPayload): Promise<string> => sign(claims),
    tokenStatus: 200,
    delayMs: 0,
    /** How often the keys were requested. */
    keyReads: 0,
    metadata: {} as Record<string, unknown>,
  }
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    await setTimeout(state.delayMs)
    response.setHeader('content-type', 'application/json')
    if (pathname.endsWith('openid-configuration'))
      return response.end(JSON.stringify({ ...metadataOf(issuer), ...state.metadata }))
    if (pathname === '/jwks') {
      state.keyReads++
      const published = await Promise.all(state.published.map((kid) => publicJwk(kid)))
      return response.end(JSON.stringify({ keys: published }))
    }
    if (pathname !== '/token') return response.writeHead(404).end()
    if (state.tokenStatus !== 200) return response.writeHead(state.tokenStatus).end('{"error":"invalid_grant"}')
    const id_token = await state.forge(goodClaims())
    return response.end(JSON.stringify({ access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token }))
  })
  const issuer = await listen(server)
  let nonce = ''

  async function publicJwk(kid: string): Promise<JWK> {
    return { ...(await exportJWK(keys[kid]?.publicKey ?? first.publicKey)), kid, alg: 'PS256', use: 'sig' }
  }

  function goodClaims(): JWTPayload {
    const now = Math.floor(Date.now() / 1000)
    return { iss: issuer, sub: 'somebody', aud: 'casebook', iat: now, exp: now + 300, nonce }
  }

  async function sign(claims: JWTPayload, header: Partial<Header> = {}, by = 'first'): Promise<string> {
    const full = { alg: 'PS256', kid: by, ...header }
    return new CompactSign(Buffer.from(JSON.stringify(claims)))
      .setProtectedHeader(full)
      .sign(keys[by]?.privateKey ?? first.privateKey)
  }

  return {
    issuer,
    state,
    sign,
    goodClaims,
    unsigned: (claims: JWTPayload) => `${encode({ alg: 'none' })}.${encode(claims)}.`,
    /** The parameters that a browser would bring back from the address that sign-in redirects to. */
    answer(location: string, change: Record<string, string | undefined> = {}) {
      const asked = new URL(location).searchParams
      nonce = asked.get('nonce') ?? ''
      const callback = new URL(asked.get('redirect_uri') ?? '')
      const parameters = { code: 'a-code', state: asked.get('state') ?? '', iss: issuer, ...change }
      for (const [name, value] of Object.entries(parameters))
        if (value !== undefined) callback.searchParams.set(name, value)
      return callback
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function newKey() {
  return generateKeyPair('PS256', { extractable: true })
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

function metadataOf(issuer: string) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/logout`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['PS256'],
    authorization_response_iss_parameter_supported: true,
  }
}
