import type { FastifyReply, FastifyRequest } from 'fastify'

const plainName = 'casebook_session'
const hostName = '__Host-casebook_session'

/** Whether cookies are limited to https, according to the public address. */
export function isSecure(origin: string): boolean {
  return origin.startsWith('https:')
}

/** The cookie's name for this public address. `__Host-` prevents other hosts of the domain from setting it. */
export function cookieName(name: string, origin: string): string {
  return isSecure(origin) ? `__Host-${name}` : name
}

/** The value of a cookie in a Cookie header. The first one if there are several. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return undefined
}

/** The session token of a request for the public address `origin`. Undefined if there is none of the right format. */
export function readSessionToken(request: Pick<FastifyRequest['raw'], 'headers'>, origin: string): string | undefined {
  const token = readCookie(request.headers.cookie, isSecure(origin) ? hostName : plainName)
  return token && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined
}

type CookieOptions = { origin: string; sameSite: 'Strict' | 'Lax'; maxAgeSeconds?: number }

/** Adds an HttpOnly cookie to the reply. An empty value with `maxAgeSeconds` 0 removes it. */
export function setCookie(
  reply: FastifyReply,
  name: string,
  value: string,
  { origin, sameSite, maxAgeSeconds }: CookieOptions,
) {
  const parts = [`${cookieName(name, origin)}=${value}`, 'Path=/', 'HttpOnly', `SameSite=${sameSite}`]
  if (isSecure(origin)) parts.push('Secure')
  if (maxAgeSeconds !== undefined) parts.push(`Max-Age=${maxAgeSeconds}`)
  reply.header('set-cookie', parts.join('; '))
}

/** Lasts until the browser closes. The server's own limits end the session. */
export function setSessionCookie(reply: FastifyReply, token: string, origin: string) {
  setCookie(reply, plainName, token, { origin, sameSite: 'Strict' })
}

export function clearCookie(reply: FastifyReply, name: string, origin: string, sameSite: 'Strict' | 'Lax' = 'Strict') {
  setCookie(reply, name, '', { origin, sameSite, maxAgeSeconds: 0 })
}

export function clearSessionCookie(reply: FastifyReply, origin: string) {
  clearCookie(reply, plainName, origin)
}
