import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordSignIn } from '../../users/people.sql.ts'
import { useOnce } from '../limits/hits.ts'
import { readCookie, readSessionToken, setSessionCookie } from '../sessions/session-cookie.ts'
import { sessionidOf } from '../sessions/sessions.ts'
import { groupsOfClaims, readClaims, whyLevelTooLow } from './claims.ts'
import type { Claims, SignedIn } from './provider-client.ts'
import { publicOriginOf } from './public-origin.ts'
import { clearRefusal, detailsOf, detailsOfState, keepRefusal, type Refusal } from './refusal.ts'
import type { SignIn } from './register.ts'
import { takeTransaction, transactionSeconds } from './transaction.ts'
import { wrongAddress } from './wrong-address.ts'

/** GET /auth/callback: the browser comes back from the provider. */
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
    return {
      sub: null,
      details: 'This sign-in was started in another browser, or more than 15 minutes ago. Start it again.',
    }
  }
  const stateid = `state:${createHash('sha256').update(state).digest('hex')}`
  if (!(await useOnce(signIn.db, stateid, transactionSeconds))) {
    return { sub: null, details: 'This sign-in was used already. Start it again.' }
  }

  let signedIn: SignedIn
  try {
    signedIn = await signIn.client.exchange(url, transaction)
  } catch (error) {
    signIn.log.warn({ err: error }, 'a sign-in failed')
    return { sub: null, details: detailsOf(error) }
  }
  const admitted = await admit(signIn, request, signedIn, origin)
  return 'details' in admitted ? admitted : { ...admitted, returnTo: transaction.returnTo }
}

/** Gives an activated person a session; its token is new at every sign-in, and one that the browser had before ends. */
async function admit(
  signIn: SignIn,
  request: FastifyRequest,
  { claims, idToken }: SignedIn,
  origin: string,
): Promise<{ token: string } | Refusal> {
  const settings = await signIn.settings()
  const tooLow = whyLevelTooLow(claims, settings)
  if (tooLow) return { sub: claims.sub, details: tooLow }

  const person = await recordSignIn(signIn.db, readClaims(claims, settings.claims))
  if (person.state !== 'active') return { sub: person.sub, details: detailsOfState(person.state) }

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
  return typeof sid === 'string' ? sid : undefined
}
