import { rateLimited } from '@casebook/domain/shared/rate-limited.ts'
import { whyNotStorable } from '@casebook/domain/shared/text.rules.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type JWTPayload, jwtVerify } from 'jose'
import { useOnce } from '../../rate-limits/rate-limits.ts'
import type { SignIn } from './sign-in.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'
const longestAgeSeconds = 300
const asymmetric = /^(RS|PS|ES)\d{3}$|^EdDSA$|^Ed25519$/

/**
 * POST /auth/backchannel-logout: the provider reports that someone signed out there (OpenID Connect Back-Channel Logout
 * 1.0, section 2.6). Their sessions end on every server.
 */
export async function backchannelLogout(signIn: SignIn, request: FastifyRequest, reply: FastifyReply) {
  const wait = signIn.logoutVerifier.takeCall(request.ip)
  if (wait !== undefined) {
    const { message } = rateLimited(wait)
    return reply.code(429).header('retry-after', String(wait)).send({ error: 'slow_down', error_description: message })
  }
  const token = tokenOf(request.body)
  if (!token) return refuse(reply, 'logout_token is missing')
  try {
    const claims = await verify(signIn, token)
    const { iss, sub, sid, jti } = claims
    if (!(await useOnce(signIn.db, `logout:${iss} ${jti}`, 2 * longestAgeSeconds)))
      return refuse(reply, 'the token was used already')
    const ended = await signIn.sessions.endAtProvider({ issuer: iss, sub, sid })
    signIn.log.info({ sessions: ended }, 'the identity provider ended sessions')
    return reply.code(200).send()
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown'
    signIn.log.warn({ why, address: request.ip }, 'a back-channel logout was refused')
    return refuse(reply, 'the token could not be verified')
  }
}

function tokenOf(body: unknown): string | undefined {
  const token = typeof body === 'object' && body !== null && 'logout_token' in body ? body.logout_token : undefined
  return typeof token === 'string' ? token : undefined
}

function refuse(reply: FastifyReply, error_description: string) {
  return reply.code(400).send({ error: 'invalid_request', error_description })
}

async function verify({ client, settings, logoutVerifier }: SignIn, token: string) {
  const [metadata, { clientId }] = await Promise.all([client.metadata(), settings()])
  if (!metadata.jwks_uri) throw new Error('the provider publishes no keys')
  const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256']
  const { payload, protectedHeader } = await jwtVerify(token, logoutVerifier.keysAt(metadata.jwks_uri), {
    issuer: metadata.issuer,
    audience: clientId,
    algorithms: offered.filter((algorithm) => asymmetric.test(algorithm)),
    maxTokenAge: longestAgeSeconds,
    clockTolerance: 60,
    requiredClaims: ['iss', 'iat', 'jti', 'events'],
  })
  // Providers may omit the type. If present, it says what the token is for.
  if (protectedHeader.typ !== undefined && protectedHeader.typ !== 'logout+jwt')
    throw new Error(`a token of type ${protectedHeader.typ}`)
  return { iss: metadata.issuer, ...identifiersOf(payload) }
}

/** Throws if the token is not a logout token (for example an ID token), does not identify anyone, or is not storable. */
function identifiersOf({ events, nonce, jti = '', sub, sid }: JWTPayload) {
  const isLogout = typeof events === 'object' && events !== null && event in events
  if (!isLogout || nonce !== undefined) throw new Error('not a logout token')
  const session = typeof sid === 'string' ? sid : undefined
  if ([jti, sub, session].some((id) => typeof id === 'string' && whyNotStorable(id)))
    throw new Error('the token contains what no database stores')
  if (sub === undefined && session === undefined) throw new Error('the token names neither a person nor a session')
  return { jti, sub, sid: session }
}
