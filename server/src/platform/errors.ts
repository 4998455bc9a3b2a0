import { randomUUID } from 'node:crypto'
import { Problem, problem } from '@casebook/domain/shared/problems.ts'
import type { FastifyBaseLogger } from 'fastify'
import { GraphQLError } from 'graphql'
import { isConnectionLost, isTooBusy } from '../database/lost-connection.ts'
import { problemOfConstraint } from './constraints.ts'

/** A problem as it goes over the wire; `extensions` let the browser put the sentence in its own language. */
export function graphQLErrorOf(why: Problem, at?: GraphQLError): GraphQLError {
  const { code, reason, params, field, details } = why
  return new GraphQLError(why.message, {
    ...(at?.nodes && { nodes: at.nodes }),
    ...(at?.path && { path: at.path }),
    extensions: { ...details, code, reason, params, ...(field && { field }) },
  })
}

/** The body of an answer that never got as far as GraphQL. */
export function problemBody(why: Problem) {
  return { errors: [graphQLErrorOf(why).toJSON()] }
}

/**
 * What the caller sees of an error: a problem as itself, a refusal by GraphQL in GraphQL's form, anything else as INTERNAL with
 * an id that the log has too, and no word of the code or the database.
 */
export function maskError(error: unknown, log: FastifyBaseLogger): GraphQLError {
  const graphQLError = error instanceof GraphQLError ? error : undefined
  const cause = rootCause(error)
  if (cause instanceof Problem) return graphQLErrorOf(cause, graphQLError)
  const known = problemOfConstraint(cause)
  if (known) return graphQLErrorOf(known, graphQLError)
  if (graphQLError && isRefusalByGraphQL(graphQLError, cause)) return graphQLError

  if (isConnectionLost(cause) || isTooBusy(cause)) {
    log.warn({ err: cause }, 'the database did not answer')
    return graphQLErrorOf(problem('database.unavailable', { details: { retryAfterSeconds: 5 } }), graphQLError)
  }

  const errorId = randomUUID()
  log.error({ err: cause, errorId }, 'a call failed unexpectedly')
  return graphQLErrorOf(problem('internal', { params: { errorId }, details: { errorId } }), graphQLError)
}

/**
 * Whether GraphQL itself refused what the caller wrote, before a resolver ran (no path) or as it read a field's arguments
 * (the error points into the caller's document). What it finds wrong with an answer of ours is no business of the caller's.
 */
function isRefusalByGraphQL(error: GraphQLError, cause: unknown): boolean {
  return cause instanceof GraphQLError && (error.path === undefined || cause.nodes !== undefined)
}

/** What was thrown first: GraphQL wraps what a resolver throws. */
function rootCause(error: unknown): unknown {
  let cause = error
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError
  return cause
}
