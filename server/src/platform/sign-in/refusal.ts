import type { FastifyReply, FastifyRequest } from 'fastify'
import * as openid from 'openid-client'
import type { Sealer } from '../seal.ts'
import { clearCookie, cookieName, readCookie, setCookie } from '../sessions/session-cookie.ts'

/** Why somebody did not get in: what the Authentication Error screen shows. */
export type Refusal = { sub: string | null; details: string }

const name = 'casebook_refusal'
const lifetimeSeconds = 10 * 60

/** Remembered by the browser for ten minutes, until a new sign-in begins. */
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
  return typeof value === 'object' && value !== null && 'sub' in value && 'details' in value
}

const unreachableCodes = [
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
]

/** What an administrator needs to hear about a failed exchange with the provider; no token and no code is in it. */
export function detailsOf(error: unknown): string {
  if (error instanceof openid.AuthorizationResponseError || error instanceof openid.ResponseBodyError) {
    return `The identity provider refused the sign-in: ${error.error_description ?? 'no reason given'} (${error.error}).`
  }
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (error instanceof TypeError && !code) return 'The identity provider cannot be reached. Try again in a moment.'
  if (code && unreachableCodes.includes(code)) {
    return `The identity provider does not answer as it should (${code}). Try again in a moment.`
  }
  return `The identity provider's answer could not be verified${code ? ` (${code})` : ''}. Try again; if it stays so, contact support.`
}

export function detailsOfState(state: 'pending' | 'deactivated'): string {
  return state === 'pending'
    ? 'Your account is waiting for an administrator to activate it.'
    : 'Your account has been deactivated. An administrator can activate it again.'
}
