import type { IncomingMessage } from 'node:http'
import { isGroup } from '@casebook/domain/shared/groups.ts'
import { type Problem, problem } from '@casebook/domain/shared/problems.ts'
import type { TokenScope } from '@casebook/domain/users/rights.rules.ts'
import { personName } from '@casebook/domain/users/users.rules.ts'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../database/connect.ts'
import { hashOfToken, isTokenText } from '../users/token-text.ts'
import { type ActingToken, findActingToken } from '../users/tokens.sql.ts'
import { type CallLimiter, makeCallLimiter } from './limits/call-limiter.ts'
import { type Actor, proveScope, type Scope } from './scope.ts'
import { readSessionToken } from './sessions/session-cookie.ts'
import type { Session, Sessions } from './sessions/sessions.ts'
import { isSameOrigin, publicOriginOf } from './sign-in/public-origin.ts'

export type Caller = {
  scope: Scope
  /** As the identity provider has it. */
  sub: string
  origin: string
  address: string
  sessionid?: string
  token?: { scopes: readonly TokenScope[] }
}
export type Refusal = { refused: Problem; status: 400 | 401 | 403 | 429 }

type Deps = { db: Database; sessions: Sessions; publicUrl: string | undefined; limiter: CallLimiter }

/** How many times as much as one person a network address may call: all people of a hospital may share one. */
const addressShare = 20

/** Tokens that turn out to be none, in a minute from one address. */
const wrongTokensPerMinute = 60

/** Says who calls, from the cookie or access token of a call, or the cookie of a socket's handshake. */
export function makeCallers({ db, sessions, publicUrl, limiter }: Deps) {
  const wrongTokens = makeCallLimiter(wrongTokensPerMinute)

  async function ofRequest(request: FastifyRequest): Promise<Caller | Refusal> {
    const { authorization } = request.headers
    if (authorization !== undefined) return ofToken(request, authorization)
    const origin = publicOriginOf(request.raw, publicUrl)
    const token = origin && readSessionToken(request.raw, origin)
    if (!origin || !token) return unauthenticated()
    if (!isSameOrigin(request.raw, origin)) return crossOrigin()
    // What a browser reads again by itself doesn't keep a session alive.
    const isBackground = request.headers['casebook-background'] === 'true'
    const session = isBackground ? await sessions.find(token) : await sessions.findActive(token)
    if (!session) return unauthenticated()
    const waitSeconds = limiter.take(session.person.personid) ?? limiter.take(`at ${request.ip}`, addressShare)
    if (waitSeconds !== undefined) return limited(waitSeconds)
    return callerOf(session, origin, request.ip)
  }

  /** A script shows its token itself, so no other site can send the call for it, and cookies beside it count for nothing. */
  async function ofToken(request: FastifyRequest, authorization: string): Promise<Caller | Refusal> {
    const text = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''
    const token = isTokenText(text) ? await findActingToken(db, hashOfToken(text), request.ip) : undefined
    if (!token) {
      const waitSeconds = wrongTokens.take(request.ip)
      return waitSeconds === undefined ? { refused: problem('token.unknown'), status: 401 } : limited(waitSeconds)
    }
    const waitSeconds = limiter.take(token.personid) ?? limiter.take(`at ${request.ip}`, addressShare)
    if (waitSeconds !== undefined) return limited(waitSeconds)
    const origin = publicOriginOf(request.raw, publicUrl) ?? `http://${request.host}`
    const { sub, scopes } = token
    return { scope: scopeOfToken(token), sub, token: { scopes }, origin, address: request.ip }
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

function callerOf({ scope, sessionid, person }: Session, origin: string, address: string): Caller {
  return { scope, sub: person.sub, sessionid, origin, address }
}

/** Never more than its owner may at this moment; what it writes is told from what they write themselves. */
function scopeOfToken(token: ActingToken): Scope {
  const { personid, groups, sites, all_sites, studies } = token
  const name = `${personName(token)} (token ${token.name})`
  const actor: Actor = { kind: 'person', personid, name, groups: groups.filter(isGroup) }
  return proveScope(actor, all_sites ? 'all' : sites, studies ?? undefined)
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
