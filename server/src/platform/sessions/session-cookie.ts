import type { FastifyReply, FastifyRequest } from 'fastify'

const plainName = 'casebook_session'
const hostName = '__Host-casebook_session'

/** Whether cookies go over https only, by the public address. */
export function isSecure(origin: string): boolean {
  return origin.startsWith('https:')
}

/** A cookie's name under this public address: `__Host-` keeps other hosts of the domain from setting it. */
export function cookieName(name: string, origin: string): string {
  return isSecure(origin) ? `__Host-${name}` : name
}

/** The value of a cookie in a Cookie header; the first where there are several. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const equals = pair.indexOf('=')
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim()
  }
  return undefined
}

/** The session token of a request under the public address `origin`; nothing when it has none of the right form. */
export function readSessionToken(request: Pick<FastifyRequest['raw'], 'headers'>, origin: string): string | undefined {
  const token = readCookie(request.headers.cookie, isSecure(origin) ? hostName : plainName)
  return token && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined
}

type CookieOptions = { origin: string; sameSite: 'Strict' | 'Lax'; maxAgeSeconds?: number }

/** Adds a HttpOnly cookie to the reply; an empty value with `maxAgeSeconds` 0 takes it away. */
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

/** Lasts as long as the browser: the server's own limits end the session. */
export function setSessionCookie(reply: FastifyReply, token: string, origin: string) {
  setCookie(reply, plainName, token, { origin, sameSite: 'Strict' })
}

export function clearCookie(reply: FastifyReply, name: string, origin: string, sameSite: 'Strict' | 'Lax' = 'Strict') {
  setCookie(reply, name, '', { origin, sameSite, maxAgeSeconds: 0 })
}

export function clearSessionCookie(reply: FastifyReply, origin: string) {
  clearCookie(reply, plainName, origin)
}
