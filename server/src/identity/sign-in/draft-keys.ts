import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSameOrigin, publicOriginOf } from '../../http/public-origin.ts'
import { readSessionToken } from '../sessions/session-cookie.ts'
import { refuseCrossOrigin, wrongAddress } from './refusal.ts'
import type { SignIn } from './sign-in.ts'

/** More sessions than a person leaves behind in one browser. The others are asked for after these. */
const mostAsked = 50

/**
 * POST /auth/draft-keys with {"sessions": [their ids]}: the keys of those that are the caller's own and still in force, by
 * id. A browser that was closed or crashed asks for them once the person has signed in anew. Never counts as activity.
 */
export async function answerDraftKeys(signIn: SignIn, request: FastifyRequest, reply: FastifyReply) {
  const origin = publicOriginOf(request.raw, signIn.publicUrl)
  if (!origin) return wrongAddress(reply)
  if (!isSameOrigin(request.raw, origin)) return refuseCrossOrigin(reply)
  const token = readSessionToken(request.raw, origin)
  const session = token ? await signIn.sessions.find(token) : undefined
  const own = session ? await signIn.sessions.findOwn(session.person.personid, sessionsIn(request.body)) : []
  return reply.send({ keys: Object.fromEntries(own.map((id) => [id, signIn.draftKeys.ofSession(id)])) })
}

function sessionsIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null || !('sessions' in body) || !Array.isArray(body.sessions)) return []
  return body.sessions.filter((id) => typeof id === 'string' && /^[0-9a-f]{64}$/.test(id)).slice(0, mostAsked)
}
