import type { Problem } from '@casebook/domain/shared/problems.ts'

/** A problem for programs. They allow the browser to show its sentence in its own language. */
export function extensionsOf({ code, reason, params, field, details }: Problem) {
  return { ...details, code, reason, params, ...(field && { field }) }
}

/** The response body for a call that did not reach GraphQL, in the form of GraphQL. */
export function problemBody(why: Problem) {
  return { errors: [{ message: why.message, extensions: extensionsOf(why) }] }
}

/**
 * The WWW-Authenticate header of a 401 response (RFC 6750, section 3): tells a script to send a token, or that its
 * token is the problem.
 */
export function challenge({ reason }: Problem): string {
  return reason === 'token.unknown' ? 'Bearer realm="casebook", error="invalid_token"' : 'Bearer realm="casebook"'
}
