import { whyNotIdentified } from '@casebook/domain/exports/exports.rules.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { release } from '../../config/release.ts'
import { isSameOrigin, publicOriginOf } from '../../http/public-origin.ts'
import { userOf } from '../people/user.ts'
import { readSessionToken } from '../sessions/session-cookie.ts'
import type { Session } from '../sessions/sessions.ts'
import { readRefusal, refusal, refuseCrossOrigin, whyNotActive, wrongAddress } from './refusal.ts'
import type { SignIn } from './sign-in.ts'

/** GET /auth/session: who is signed in. Never counts as activity. */
export async function answerSession(signIn: SignIn, request: FastifyRequest, reply: FastifyReply) {
  const origin = publicOriginOf(request.raw, signIn.publicUrl)
  if (!origin) return wrongAddress(reply)
  const token = readSessionToken(request.raw, origin)
  const session = token ? await signIn.sessions.find(token) : undefined
  if (session) return reply.send(userAnswer(signIn, session))

  const person = token ? await signIn.sessions.findRefused(token) : undefined
  if (person && person.state !== 'active') {
    return reply.send({ state: 'refused', ...refusal(person.sub, whyNotActive(person.state)) })
  }
  const refused = readRefusal(request, signIn.refusals, origin)
  if (refused) return reply.send({ state: 'refused', ...refused })
  return reply.send({ state: 'guest', providerName: signIn.providerName })
}

/** POST /auth/stay: extends the session; responds like /auth/session. */
export async function stay(signIn: SignIn, request: FastifyRequest, reply: FastifyReply) {
  const origin = publicOriginOf(request.raw, signIn.publicUrl)
  if (!origin) return wrongAddress(reply)
  if (!isSameOrigin(request.raw, origin)) return refuseCrossOrigin(reply)
  const token = readSessionToken(request.raw, origin)
  const session = token ? await signIn.sessions.findActive(token) : undefined
  return session ? reply.send(userAnswer(signIn, session)) : answerSession(signIn, request, reply)
}

function userAnswer(
  { studyTimezone, identifiedExportsByGroup: needsGroup, draftKeys }: SignIn,
  { sessionid, person, expiresAt, idleEndsAt }: Session,
) {
  const onlyDeidentified = whyNotIdentified(person.groups, { deidentified: false, needsGroup }) !== undefined
  const { all_sites, sites } = person
  const user = { ...userOf(person), studyTimezone, release, onlyDeidentified, all_sites, sites }
  const ends = { idleEndsAt: idleEndsAt.toISOString(), endsAt: expiresAt.toISOString() }
  const drafts = {
    personKey: draftKeys.ofPerson(person.personid),
    session: sessionid,
    sessionKey: draftKeys.ofSession(sessionid),
  }
  return { state: 'user', user: { ...user, ...ends, drafts } }
}
