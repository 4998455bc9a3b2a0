import { createHash } from 'node:crypto'
import { problem } from '@casebook/domain/shared/problems.ts'
import { whyNotStorable } from '@casebook/domain/shared/text.rules.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { publicOriginOf } from '../../http/public-origin.ts'
import { useOnce } from '../../rate-limits/rate-limits.ts'
import { recordSignIn } from '../people/people.sql.ts'
import { groupsOfClaims, readClaims, whyLevelTooLow } from '../provider/claims.ts'
import type { Claims, SignedIn } from '../provider/provider-client.ts'
import { readCookie, readSessionToken, setSessionCookie } from '../sessions/session-cookie.ts'
import { sessionidOf } from '../sessions/sessions.ts'
import {
  clearRefusal,
  hintOf,
  keepRefusal,
  type Refusal,
  refusal,
  whyFailed,
  whyNotActive,
  wrongAddress,
} from './refusal.ts'
import type { SignIn } from './sign-in.ts'
import { takeTransaction, transactionSeconds } from './start.ts'

/** GET /auth/callback: the browser returns from the provider. */
export async function callback(signIn: SignIn, request: FastifyRequest, reply: FastifyReply) {
  const origin = publicOriginOf(request.raw, signIn.publicUrl)
  if (!origin) return wrongAddress(reply)

  const url = new URL(request.raw.url ?? '/', origin)
  const outcome = await settle(signIn, request, reply, url, origin)
  if ('details' in outcome) {
    keepRefusal(reply, signIn.refusals, outcome, origin)
    return reply.redirect(`${origin}/`, 303)
  }
  clearRefusal(reply, origin)
  setSessionCookie(reply, outcome.token, origin)
  return reply.redirect(origin + outcome.returnTo, 303)
}

type Admitted = { token: string; returnTo: string }

async function settle(
  signIn: SignIn,
  request: FastifyRequest,
  reply: FastifyReply,
  url: URL,
  origin: string,
): Promise<Admitted | Refusal> {
  const state = url.searchParams.get('state') ?? ''
  const cookie = (name: string) => readCookie(request.headers.cookie, name)
  const transaction = takeTransaction(reply, signIn.transactions, state, origin, cookie)
  if (!transaction || transaction.redirectUri !== `${origin}/auth/callback`) {
    return refusal(null, problem('sign-in.elsewhere'))
  }
  const stateid = `state:${createHash('sha256').update(state).digest('hex')}`
  if (!(await useOnce(signIn.db, stateid, transactionSeconds))) {
    return refusal(null, problem('sign-in.used'))
  }

  let signedIn: SignedIn
  try {
    signedIn = await signIn.client.exchange(url, transaction)
  } catch (error) {
    signIn.log.warn({ err: error }, hintOf(error))
    return refusal(null, whyFailed(error))
  }
  const admitted = await admit(signIn, request, signedIn, origin)
  return 'details' in admitted ? admitted : { ...admitted, returnTo: transaction.returnTo }
}

/** Starts a session for an active person. Its token is new at every sign-in, and the browser's previous session ends. */
async function admit(
  signIn: SignIn,
  request: FastifyRequest,
  { claims, idToken }: SignedIn,
  origin: string,
): Promise<{ token: string } | Refusal> {
  const settings = await signIn.settings()
  const tooLow = whyLevelTooLow(claims, settings)
  if (tooLow) return refusal(claims.sub, tooLow)

  const person = await recordSignIn(signIn.db, readClaims(claims, settings.claims))
  if (person.state !== 'active') return refusal(person.sub, whyNotActive(person.state))

  const before = readSessionToken(request.raw, origin)
  if (before) await signIn.sessions.end([sessionidOf(before)])
  const token = await signIn.sessions.begin({
    personid: person.personid,
    issuer: person.issuer,
    userAgent: request.headers['user-agent'],
    address: request.ip,
    tokenGroups: groupsOfClaims(claims, settings.groups),
    providerSid: providerSidOf(claims),
    idToken: signIn.idTokens.seal(idToken),
  })
  return { token }
}

function providerSidOf({ sid }: Claims): string | undefined {
  return typeof sid === 'string' && !whyNotStorable(sid) ? sid : undefined
}
