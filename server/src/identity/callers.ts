import type { IncomingMessage } from 'node:http'
import { isGroup } from '@casebook/domain/shared/groups.ts'
import { type Problem, problem } from '@casebook/domain/shared/problems.ts'
import { rateLimited } from '@casebook/domain/shared/rate-limited.ts'
import { personName } from '@casebook/domain/users/person-name.ts'
import type { TokenScope } from '@casebook/domain/users/rights.rules.ts'
import type { FastifyRequest } from 'fastify'
import { type Actor, proveScope, type Scope } from '../access/scope.ts'
import type { Database } from '../database/connect.ts'
import { isSameOrigin, publicOriginOf } from '../http/public-origin.ts'
import { type CallLimiter, makeCallLimiter } from '../rate-limits/rate-limits.ts'
import { readSessionToken } from './sessions/session-cookie.ts'
import type { Session, Sessions } from './sessions/sessions.ts'
import { type ActingToken, findActingToken, findTokenInForce } from './tokens/acting-token.ts'
import { hashOfToken, isTokenText } from './tokens/token-text.ts'

export type Caller = {
  scope: Scope
  /** As the identity provider names them. */
  sub: string
  origin: string
  address: string
  sessionid?: string
  token?: { tokenid: string; scopes: readonly TokenScope[] }
}
export type Refusal = { refused: Problem; status: 400 | 401 | 403 | 429 }

type Deps = { db: Database; sessions: Sessions; publicUrl: string | undefined; limiter: CallLimiter }

/** The share of a network address, in multiples of one person: all people of a hospital may use one address. */
const addressShare = 20

/** Invalid tokens accepted per minute from one address, before it is refused. */
const wrongTokensPerMinute = 60

/** Identifies the caller by the cookie or access token of a call or of a socket's handshake. */
export function makeCallers({ db, sessions, publicUrl, limiter }: Deps) {
  const wrongTokens = makeCallLimiter(wrongTokensPerMinute)

  async function ofRequest(request: FastifyRequest): Promise<Caller | Refusal> {
    const { authorization } = request.headers
    if (authorization !== undefined) return ofToken(request.raw, request, authorization)
    const origin = publicOriginOf(request.raw, publicUrl)
    const token = origin && readSessionToken(request.raw, origin)
    if (!origin || !token) return unauthenticated()
    if (!isSameOrigin(request.raw, origin)) return crossOrigin()
    // An automatic refresh does not extend a session.
    const isBackground = request.headers['casebook-background'] === 'true'
    const isTheirPage = (person: { sub: string }) => isPageOf(person, request.headers['casebook-person'])
    const session = isBackground ? await sessions.find(token) : await sessions.findActive(token, isTheirPage)
    if (!session) return unauthenticated()
    if (!isTheirPage(session.person)) return { refused: problem('session.another'), status: 401 }
    const waitSeconds = limiter.take(session.person.personid) ?? limiter.take(`at ${request.ip}`, addressShare)
    if (waitSeconds !== undefined) return limited(waitSeconds)
    return callerOf(session, origin, request.ip)
  }

  /** Programs for tables can't send a token as such: they send it as the password of any name. A session is not accepted. */
  async function ofFeed(request: FastifyRequest): Promise<Caller | Refusal> {
    const { authorization } = request.headers
    if (authorization === undefined) return unauthenticated()
    const encoded = /^Basic +([A-Za-z0-9+/=]{1,2000})$/i.exec(authorization)?.[1]
    const named = encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString()
    const password = named?.slice(named.indexOf(':') + 1).trim()
    return ofToken(request.raw, request, password === undefined ? authorization : `Bearer ${password}`)
  }

  /** Programs for calendars know an address only, with a token in it. */
  async function ofAddress(request: FastifyRequest, text: string): Promise<Caller | Refusal> {
    return ofToken(request.raw, request, `Bearer ${text}`)
  }

  /** A script sends its token itself, so no other site can make the call for it. Cookies beside a token are ignored. */
  async function ofToken(raw: IncomingMessage, from: From, authorization: string): Promise<Caller | Refusal> {
    const text = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? ''
    const token = isTokenText(text) ? await findActingToken(db, hashOfToken(text), from.ip) : undefined
    if (!token) {
      const waitSeconds = wrongTokens.take(from.ip)
      return waitSeconds === undefined ? { refused: problem('token.unknown'), status: 401 } : limited(waitSeconds)
    }
    const waitSeconds = limiter.take(token.personid) ?? limiter.take(`at ${from.ip}`, addressShare)
    if (waitSeconds !== undefined) return limited(waitSeconds)
    const origin = publicOriginOf(raw, publicUrl) ?? `http://${from.host}`
    const { sub, tokenid, scopes } = token
    return { scope: scopeOfToken(token), sub, token: { tokenid, scopes }, origin, address: from.ip }
  }

  /** A socket's handshake never counts as activity. Browsers send no token with it, so Origin is not checked for tokens. */
  async function ofHandshake(request: IncomingMessage, address: string): Promise<Caller | Refusal> {
    const { authorization, host = '' } = request.headers
    if (authorization !== undefined) return ofToken(request, { ip: address, host }, authorization)
    const origin = publicOriginOf(request, publicUrl)
    if (!origin || request.headers.origin !== origin) return crossOrigin()
    const token = readSessionToken(request, origin)
    const session = token ? await sessions.find(token) : undefined
    return session ? callerOf(session, origin, address) : unauthenticated()
  }

  /** The caller's current rights. Undefined if their session or token is no longer valid. */
  async function scopeNow({ sessionid, token }: Caller): Promise<Scope | undefined> {
    if (sessionid !== undefined) return (await sessions.findById(sessionid))?.scope
    const acting = token && (await findTokenInForce(db, token.tokenid))
    return acting && scopeOfToken(acting)
  }

  return { ofRequest, ofFeed, ofAddress, ofHandshake, scopeNow }
}

/** The source and target of a call. */
type From = { ip: string; host: string }

export type Callers = ReturnType<typeof makeCallers>

function callerOf({ scope, sessionid, person }: Session, origin: string, address: string): Caller {
  return { scope, sub: person.sub, sessionid, origin, address }
}

/** Never more than the owner's current rights. Its writes are distinguished from the owner's own. */
export function scopeOfToken(token: ActingToken): Scope {
  const { personid, groups, sites, all_sites, studies } = token
  const name = `${personName(token)} (token ${token.name})`
  const actor: Actor = { kind: 'person', personid, name, groups: groups.filter(isGroup) }
  return proveScope(actor, all_sites ? 'all' : sites, studies ?? undefined)
}

/**
 * casebook-person, in a call's header or when a socket begins: whom the page was loaded for, percent-encoded. A page that
 * still shows one person's text must not save it with the cookie of another one who signed in meanwhile, nor be told what
 * only that one may see. What names nobody is of no page.
 */
export function isPageOf({ sub }: { sub: string }, named: unknown): boolean {
  return named === undefined || named === encodeURIComponent(sub)
}

function unauthenticated(): Refusal {
  return { refused: problem('session.missing'), status: 401 }
}

function crossOrigin(): Refusal {
  return { refused: problem('call.cross-origin'), status: 403 }
}

function limited(seconds: number): Refusal {
  return { refused: rateLimited(seconds), status: 429 }
}
