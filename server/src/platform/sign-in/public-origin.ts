import type { IncomingMessage } from 'node:http'

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/

/**
 * The origin under which the browser knows the application: PUBLIC_URL where it is set, else the loopback address that
 * the request names. Nothing for any other host, since a Host header is the caller's word.
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
 * Whether a request that changes something came from a page of our own: the browser says so itself, in Sec-Fetch-Site
 * or else in Origin (decisions, section 10).
 */
export function isSameOrigin(request: Pick<IncomingMessage, 'headers'>, origin: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return request.headers.origin === origin
}
