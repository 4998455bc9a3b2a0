import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Sealer } from '../../secrets/seal.ts'
import { clearCookie, cookieName, setCookie } from '../sessions/session-cookie.ts'

/** A sign-in in progress, encrypted in a cookie of the browser that began it. */
export type Transaction = {
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
export function keepTransaction(
  reply: FastifyReply,
  sealer: Sealer,
  transaction: Transaction,
  origin: string,
  cookies = '',
) {
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
