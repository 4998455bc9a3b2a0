import { createHash } from 'node:crypto'
import { problem } from '@casebook/domain/shared/problems.ts'
import { waitText } from '@casebook/domain/shared/wait-text.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import { publicOriginOf } from '../../http/public-origin.ts'
import { countTowardsLimit } from '../../rate-limits/rate-limits.ts'
import type { Sealer } from '../../secrets/seal.ts'
import { clearCookie, cookieName, setCookie } from '../sessions/session-cookie.ts'
import { clearRefusal, keepRefusal, refusal, whyFailed, wrongAddress } from './refusal.ts'
import type { SignIn } from './sign-in.ts'

/** GET /auth/sign-in?returnTo=/path&login_hint=NAME: sends the browser to the provider. */
export async function startSignIn(signIn: SignIn, request: FastifyRequest, reply: FastifyReply) {
  const origin = publicOriginOf(request.raw, signIn.publicUrl)
  if (!origin) return wrongAddress(reply)

  const query = new URL(request.raw.url ?? '/', origin).searchParams
  const wait = await countTowardsLimit(signIn.db, `sign-in:${request.ip}`, {
    most: signIn.signInsPerMinute,
    seconds: 60,
  })
  if (wait !== undefined) {
    const params = { seconds: wait, wait: waitText(wait, 'en') }
    keepRefusal(reply, signIn.refusals, refusal(null, problem('sign-in.too-many', { params })), origin)
    return reply.header('retry-after', wait).redirect(`${origin}/`, 303)
  }

  const transaction = {
    state: randomState(),
    nonce: randomNonce(),
    codeVerifier: randomPKCECodeVerifier(),
    returnTo: safeReturnTo(query.get('returnTo')),
    redirectUri: `${origin}/auth/callback`,
  }
  try {
    const { scopes, prompt, acrValues } = await signIn.settings()
    const hint = query.get('login_hint')?.slice(0, 200)
    const location = await signIn.client.authorizationUrl({
      response_type: 'code',
      redirect_uri: transaction.redirectUri,
      scope: scopes,
      state: transaction.state,
      nonce: transaction.nonce,
      code_challenge: await calculatePKCECodeChallenge(transaction.codeVerifier),
      code_challenge_method: 'S256',
      ...(prompt && { prompt }),
      ...(acrValues && { acr_values: acrValues }),
      ...(hint && { login_hint: hint }),
    })
    clearRefusal(reply, origin)
    keepTransaction(reply, signIn.transactions, transaction, origin, request.headers.cookie)
    return reply.redirect(location.href, 303)
  } catch (error) {
    signIn.log.warn({ err: error }, 'a sign-in could not be started')
    keepRefusal(reply, signIn.refusals, refusal(null, whyFailed(error)), origin)
    return reply.redirect(`${origin}/`, 303)
  }
}

/** A sign-in in progress, encrypted in a cookie of the browser that began it. */
type Transaction = {
  state: string
  nonce: string
  codeVerifier: string
  returnTo: string
  redirectUri: string
}

export const transactionSeconds = 15 * 60
const mostAtOnce = 8
const prefix = 'casebook_sign_in_'

/** Each tab's sign-in has its own cookie, identified by the state that comes back. */
function nameFor(state: string): string {
  return prefix + createHash('sha256').update(state).digest('hex').slice(0, 12)
}

function isTransaction(value: unknown): value is Transaction {
  return typeof value === 'object' && value !== null && 'state' in value && 'codeVerifier' in value
}

/**
 * Lax, unlike the session cookie, because the browser returns from another site. Surplus unfinished sign-ins are
 * removed to keep the Cookie header small.
 */
function keepTransaction(reply: FastifyReply, sealer: Sealer, transaction: Transaction, origin: string, cookies = '') {
  const under = cookieName(prefix, origin)
  const begun = cookies
    .split(';')
    .map((pair) => pair.split('=')[0]?.trim() ?? '')
    .filter((name) => name.startsWith(under))
  for (const name of begun.slice(0, Math.max(0, begun.length - mostAtOnce + 1))) {
    clearCookie(reply, prefix + name.slice(under.length), origin, 'Lax')
  }
  const value = sealer.seal(transaction, transactionSeconds)
  setCookie(reply, nameFor(transaction.state), value, { origin, sameSite: 'Lax', maxAgeSeconds: transactionSeconds })
}

/** The sign-in that this browser began with `state`. Removes its cookie. */
export function takeTransaction(
  reply: FastifyReply,
  sealer: Sealer,
  state: string,
  origin: string,
  readCookie: (name: string) => string | undefined,
): Transaction | undefined {
  const name = nameFor(state)
  const value = readCookie(cookieName(name, origin))
  if (!value) return undefined
  clearCookie(reply, name, origin, 'Lax')
  const transaction = sealer.open(value)
  return isTransaction(transaction) && transaction.state === state ? transaction : undefined
}

const unsafe = /[\\\p{Cc}]/u

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * The path to show after sign-in. Anything except a path on this origin, and anything under /auth, becomes `/`: other
 * hosts in every notation (`//host`, `/\host`), schemes, and control characters, percent-encoded or not.
 */
export function safeReturnTo(text: unknown): string {
  if (typeof text !== 'string' || text.length > 2000 || !text.startsWith('/')) return '/'
  const plain = decoded(text)
  if (plain === undefined || unsafe.test(plain) || plain.startsWith('//')) return '/'
  const url = new URL(text, 'http://origin.invalid')
  if (url.origin !== 'http://origin.invalid' || url.pathname.startsWith('//')) return '/'
  if (/^\/(auth|idp)(\/|$)/.test(url.pathname)) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}
