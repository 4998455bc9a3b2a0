import { problem } from '@casebook/domain/shared/problems.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearSessionCookie, readSessionToken } from '../sessions/session-cookie.ts'
import { sessionidOf } from '../sessions/sessions.ts'
import { isSameOrigin, publicOriginOf } from './public-origin.ts'
import { clearRefusal } from './refusal.ts'
import type { SignIn } from './register.ts'
import { wrongAddress } from './wrong-address.ts'

/**
 * POST /auth/sign-out: ends the session here, and at the provider by sending the browser there. A script is answered
 * {"location"} to go to, a form 303.
 */
export async function signOut(signIn: SignIn, request: FastifyRequest, reply: FastifyReply) {
  const origin = publicOriginOf(request.raw, signIn.publicUrl)
  if (!origin) return wrongAddress(reply)
  if (!isSameOrigin(request.raw, origin)) return refuseCrossOrigin(reply)

  const token = readSessionToken(request.raw, origin)
  const location = token ? await endAtProvider(signIn, sessionidOf(token), `${origin}/`) : `${origin}/`
  if (token) await signIn.sessions.end([sessionidOf(token)])
  clearSessionCookie(reply, origin)
  clearRefusal(reply, origin)
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
  return isForm ? reply.redirect(location, 303) : reply.send({ location })
}

/** A provider that does not answer, or knows no signing out, keeps nobody signed in here. */
async function endAtProvider(
  { sessions, client, idTokens, log }: SignIn,
  sessionid: string,
  home: string,
): Promise<string> {
  try {
    const idToken = idTokens.open(await sessions.readIdToken(sessionid))
    if (typeof idToken !== 'string') return home
    return (await client.endSessionUrl(idToken, home))?.href ?? home
  } catch (error) {
    log.warn({ err: error }, 'signing out at the provider was not possible')
    return home
  }
}

export function refuseCrossOrigin(reply: FastifyReply) {
  const { message, code, reason, params } = problem('call.cross-origin')
  return reply.code(403).send({ errors: [{ message, extensions: { code, reason, params } }] })
}
