const unsafe = /[\\\p{Cc}]/u

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * The path to show after sign-in. Anything except a path on this origin, and anything under /auth, becomes `/`: other
 * hosts in every notation (`//host`, `/\host`), schemes, and control characters, percent-encoded or not.
 */
export function safeReturnTo(text: unknown): string {
  if (typeof text !== 'string' || text.length > 2000 || !text.startsWith('/')) return '/'
  const plain = decoded(text)
  if (plain === undefined || unsafe.test(plain) || plain.startsWith('//')) return '/'
  const url = new URL(text, 'http://origin.invalid')
  if (url.origin !== 'http://origin.invalid' || url.pathname.startsWith('//')) return '/'
  if (/^\/(auth|idp)(\/|$)/.test(url.pathname)) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}
