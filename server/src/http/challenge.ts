import type { Problem } from '@casebook/domain/shared/problems.ts'

/**
 * The WWW-Authenticate header of a 401 response (RFC 6750, section 3): tells a script to send a token, or that its
 * token is the problem.
 */
export function challenge({ reason }: Problem): string {
  return reason === 'token.unknown' ? 'Bearer realm="casebook", error="invalid_token"' : 'Bearer realm="casebook"'
}
