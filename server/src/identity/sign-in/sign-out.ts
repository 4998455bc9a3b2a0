import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSameOrigin, publicOriginOf } from '../../http/public-origin.ts'
import { clearSessionCookie, readSessionToken } from '../sessions/session-cookie.ts'
import { sessionidOf } from '../sessions/sessions.ts'
import { clearRefusal, refuseCrossOrigin, wrongAddress } from './refusal.ts'
import type { SignIn } from './sign-in.ts'

/**
 * POST /auth/sign-out: ends the session here, then sends the browser to the provider to end it there. A script receives
 * {"location"}, a form a 303. With {"session": its `endsAt`}, only that session is ended: if the browser has another by
 * now, or none, nothing is done, and the answer is {"location": null}.
 */
export async function signOut(signIn: SignIn, request: FastifyRequest, reply: FastifyReply) {
  const origin = publicOriginOf(request.raw, signIn.publicUrl)
  if (!origin) return wrongAddress(reply)
  if (!isSameOrigin(request.raw, origin)) return refuseCrossOrigin(reply)

  const token = readSessionToken(request.raw, origin)
  const sessionid = token && sessionidOf(token)
  const session = sessionid ? await signIn.sessions.findToEnd(sessionid) : undefined
  const meant = sessionMeant(request.body)
  if (meant !== undefined && session?.expiresAt.toISOString() !== meant) return reply.send({ location: null })

  // Ended here first, whatever the provider does.
  if (sessionid && session) await signIn.sessions.end([sessionid])
  const location = session ? await endSessionAddress(signIn, session.idToken, `${origin}/`) : `${origin}/`
  clearSessionCookie(reply, origin)
  // Only copies of what the server sent. What was typed and not saved waits for the person's next sign-in.
  reply.header('clear-site-data', '"cache"')
  clearRefusal(reply, origin)
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
  return isForm ? reply.redirect(location, 303) : reply.send({ location })
}

function sessionMeant(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'session' in body ? body.session : undefined
}

/** Longer than a healthy provider takes, and short enough for a waiting person. */
const providerAnswersWithinMs = 3_000

/** Where the browser ends the session at the provider. A provider that does not respond in time, or has no sign-out endpoint, delays nobody. */
async function endSessionAddress({ client, idTokens, log }: SignIn, sealed: string | null, home: string) {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('the provider did not answer in time')), providerAnswersWithinMs)
  try {
    const idToken = idTokens.open(sealed)
    if (typeof idToken !== 'string') return home
    const address = await Promise.race([client.endSessionUrl(idToken, home), late])
    return address?.href ?? home
  } catch (error) {
    log.warn({ err: error }, 'signing out at the provider was not possible')
    return home
  } finally {
    clearTimeout(timer)
  }
}
