import { type Problem, type ProblemParams, problem } from '@casebook/domain/shared/problems.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as openid from 'openid-client'
import { html, pageSecurityPolicy, renderPage } from '../../http/html.ts'
import { problemBody } from '../../http/problem-body.ts'
import type { Sealer } from '../../secrets/seal.ts'
import { clearCookie, cookieName, readCookie, setCookie } from '../sessions/session-cookie.ts'

/** Why somebody did not get in: what the Authentication Error screen shows. `details` is the reason's English sentence. */
export type Refusal = { sub: string | null; details: string; reason: string; params: ProblemParams }

export function refusal(sub: string | null, { message, reason, params }: Problem): Refusal {
  return { sub, details: message, reason, params }
}

const name = 'casebook_refusal'
const lifetimeSeconds = 10 * 60

/** Stored in the browser for ten minutes, or until a new sign-in begins. */
export function keepRefusal(reply: FastifyReply, sealer: Sealer, refusal: Refusal, origin: string) {
  setCookie(reply, name, sealer.seal(refusal, lifetimeSeconds), {
    origin,
    sameSite: 'Strict',
    maxAgeSeconds: lifetimeSeconds,
  })
}

export function readRefusal(request: FastifyRequest, sealer: Sealer, origin: string): Refusal | undefined {
  const value = sealer.open(readCookie(request.headers.cookie, cookieName(name, origin)))
  return isRefusal(value) ? value : undefined
}

export function clearRefusal(reply: FastifyReply, origin: string) {
  clearCookie(reply, name, origin)
}

function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'sub' in value && 'details' in value && 'reason' in value
}

const unreachableCodes = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
]

/** Explains a failed exchange with the provider to an administrator. Contains no token and no code. */
export function whyFailed(error: unknown): Problem {
  if (error instanceof openid.AuthorizationResponseError || error instanceof openid.ResponseBodyError) {
    const { error: code, error_description: why } = error
    return why
      ? problem('sign-in.refused', { params: { why, error: code } })
      : problem('sign-in.refused-silently', { params: { error: code } })
  }
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (error instanceof TypeError && !code) return problem('sign-in.unreachable')
  if (code && unreachableCodes.includes(code)) return problem('sign-in.answer', { params: { error: code } })
  return problem('sign-in.unverified', { params: { error: code ?? 'INVALID' } })
}

/** Failures that an operator should investigate, for the log. */
export function hintOf(error: unknown): string {
  const isClock =
    error instanceof openid.ResponseBodyError &&
    (error.error === 'invalid_dpop_proof' ||
      /\b(iat|nbf|exp|clock|expired|future)\b/i.test(error.error_description ?? ''))
  if (isClock) return "a sign-in failed: compare this machine's clock with the provider's (OIDC_ISSUER)"
  if (error instanceof openid.ResponseBodyError && error.error === 'invalid_client')
    return 'a sign-in failed: the provider does not take OIDC_CLIENT_ID with this OIDC_CLIENT_KEY or OIDC_CLIENT_SECRET'
  return 'a sign-in failed'
}

export function whyNotActive(state: 'pending' | 'deactivated'): Problem {
  return problem(state === 'pending' ? 'sign-in.pending' : 'sign-in.deactivated')
}

/** Refuses a call made by a page of another site. */
export function refuseCrossOrigin(reply: FastifyReply) {
  return reply.code(403).send(problemBody(problem('call.cross-origin')))
}

/** For a browser that used a host name which is not configured. */
export function wrongAddress(reply: FastifyReply) {
  const page = renderPage(
    'This address is not set up',
    html`<p>Without the setting PUBLIC_URL, signing in works only at localhost, 127.0.0.1 and [::1].
Set PUBLIC_URL to the address that people type, and restart the server.</p>`,
  )
  return reply
    .code(400)
    .header('content-security-policy', pageSecurityPolicy)
    .type('text/html; charset=utf-8')
    .send(page)
}
