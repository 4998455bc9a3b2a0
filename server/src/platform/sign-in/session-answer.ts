import type { FastifyReply, FastifyRequest } from 'fastify'
import { userOf } from '../../users/user.ts'
import { readSessionToken } from '../sessions/session-cookie.ts'
import type { Session } from '../sessions/sessions.ts'
import { isSameOrigin, publicOriginOf } from './public-origin.ts'
import { detailsOfState, readRefusal } from './refusal.ts'
import type { SignIn } from './register.ts'
import { refuseCrossOrigin } from './sign-out.ts'
import { wrongAddress } from './wrong-address.ts'

/** GET /auth/session: who the browser is to us. Never counts as activity. */
export async function answerSession(signIn: SignIn, request: FastifyRequest, reply: FastifyReply) {
  const origin = publicOriginOf(request.raw, signIn.publicUrl)
  if (!origin) return wrongAddress(reply)
  const token = readSessionToken(request.raw, origin)
  const session = token ? await signIn.sessions.find(token) : undefined
  if (session) return reply.send(userAnswer(signIn, session))

  const person = token ? await signIn.sessions.findRefused(token) : undefined
  if (person && person.state !== 'active') {
    return reply.send({ state: 'refused', sub: person.sub, details: detailsOfState(person.state) })
  }
  const refusal = readRefusal(request, signIn.refusals, origin)
  if (refusal) return reply.send({ state: 'refused', ...refusal })
  return reply.send({ state: 'guest', providerName: signIn.providerName })
}

/** POST /auth/stay: the person is still there; answers as /auth/session does. */
export async function stay(signIn: SignIn, request: FastifyRequest, reply: FastifyReply) {
  const origin = publicOriginOf(request.raw, signIn.publicUrl)
  if (!origin) return wrongAddress(reply)
  if (!isSameOrigin(request.raw, origin)) return refuseCrossOrigin(reply)
  const token = readSessionToken(request.raw, origin)
  const session = token ? await signIn.sessions.findActive(token) : undefined
  return session ? reply.send(userAnswer(signIn, session)) : answerSession(signIn, request, reply)
}

function userAnswer({ studyTimezone }: SignIn, { person, expiresAt, idleEndsAt }: Session) {
  const user = { ...userOf(person), studyTimezone, all_sites: person.all_sites, sites: person.sites }
  return { state: 'user', user: { ...user, idleEndsAt: idleEndsAt.toISOString(), endsAt: expiresAt.toISOString() } }
}
