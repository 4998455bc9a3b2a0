import type { Problem } from '@casebook/domain/shared/problems.ts'

/** A problem for programs. They allow the browser to show its sentence in its own language. */
export function extensionsOf({ code, reason, params, field, details }: Problem) {
  return { ...details, code, reason, params, ...(field && { field }) }
}

/** The response body for a call that did not reach GraphQL, in the form of GraphQL. */
export function problemBody(why: Problem) {
  return { errors: [{ message: why.message, extensions: extensionsOf(why) }] }
}
