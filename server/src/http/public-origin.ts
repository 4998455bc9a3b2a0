import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/

/**
 * The origin under which the browser knows the application: PUBLIC_URL if set, else the loopback address of the
 * request. Undefined for any other host, because the Host header is not trusted.
 */
export function publicOriginOf(
  request: Pick<IncomingMessage, 'headers'>,
  publicUrl: string | undefined,
): string | undefined {
  if (publicUrl) return new URL(publicUrl).origin
  const host = request.headers.host?.toLowerCase()
  return host && loopback.test(host) ? `http://${host}` : undefined
}

/**
 * Whether a state-changing request came from one of our own pages, according to Sec-Fetch-Site or Origin.
 */
export function isSameOrigin(request: Pick<IncomingMessage, 'headers'>, origin: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return request.headers.origin === origin
}

type IsTrusted = (address: string, hop: number) => boolean

/**
 * Returns the client's address of a request that Fastify does not see, such as a socket's handshake. Follows the rule
 * that Fastify has for calls: `trust` is what TRUST_PROXY says.
 */
export function makeClientAddress(trust: string | boolean | IsTrusted): (request: IncomingMessage) => string {
  const isTrusted = readTrusted(trust)
  return (request) => proxyAddr(request, isTrusted)
}

function readTrusted(trust: string | boolean | IsTrusted): IsTrusted {
  if (typeof trust === 'function') return trust
  if (typeof trust === 'boolean') return () => trust
  return proxyAddr.compile(trust.split(',').map((part) => part.trim()))
}
