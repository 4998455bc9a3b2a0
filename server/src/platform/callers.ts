import type { IncomingMessage } from 'node:http'
import { type Problem, problem } from '@casebook/domain/shared/problems.ts'
import type { FastifyRequest } from 'fastify'
import type { CallLimiter } from './limits/call-limiter.ts'
import type { Scope } from './scope.ts'
import { readSessionToken } from './sessions/session-cookie.ts'
import type { Session, Sessions } from './sessions/sessions.ts'
import { isSameOrigin, publicOriginOf } from './sign-in/public-origin.ts'

export type Caller = { scope: Scope; origin: string; address: string; sessionid?: string }
export type Refusal = { refused: Problem; status: 400 | 401 | 403 | 429 }

type Deps = { sessions: Sessions; publicUrl: string | undefined; limiter: CallLimiter }

/** Says who calls, from the cookie of a call or of a socket's handshake. */
export function makeCallers({ sessions, publicUrl, limiter }: Deps) {
  async function ofRequest(request: FastifyRequest): Promise<Caller | Refusal> {
    const origin = publicOriginOf(request.raw, publicUrl)
    const token = origin && readSessionToken(request.raw, origin)
    if (!origin || !token) return unauthenticated()
    if (!isSameOrigin(request.raw, origin)) return crossOrigin()
    // What a browser reads again by itself doesn't keep a session alive.
    const isBackground = request.headers['casebook-background'] === 'true'
    const session = isBackground ? await sessions.find(token) : await sessions.findActive(token)
    if (!session) return unauthenticated()
    const waitSeconds = limiter.take(session.person.personid)
    if (waitSeconds !== undefined) return limited(waitSeconds)
    return callerOf(session, origin, request.ip)
  }

  /** A socket's handshake never counts as activity. */
  async function ofHandshake(request: IncomingMessage, address: string): Promise<Caller | Refusal> {
    const origin = publicOriginOf(request, publicUrl)
    if (!origin || request.headers.origin !== origin) return crossOrigin()
    const token = readSessionToken(request, origin)
    const session = token ? await sessions.find(token) : undefined
    return session ? callerOf(session, origin, address) : unauthenticated()
  }

  return { ofRequest, ofHandshake, findById: sessions.findById }
}

export type Callers = ReturnType<typeof makeCallers>

function callerOf({ scope, sessionid }: Session, origin: string, address: string): Caller {
  return { scope, sessionid, origin, address }
}

function unauthenticated(): Refusal {
  return { refused: problem('session.missing'), status: 401 }
}

function crossOrigin(): Refusal {
  return { refused: problem('call.cross-origin'), status: 403 }
}

function limited(seconds: number): Refusal {
  return {
    refused: problem('rate.limited', { params: { seconds }, details: { retryAfterSeconds: seconds } }),
    status: 429,
  }
}
