import { randomUUID } from 'node:crypto'
import { Problem, problem } from '@casebook/domain/shared/problems.ts'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { GraphQLError } from 'graphql'
import { isConnectionLost, isTooBusy, isTooSlow } from '../database/connections/lost-connection.ts'
import { extensionsOf } from '../http/problem-body.ts'
import { countDatabaseFailure } from '../operations/metrics/counters.ts'
import { problemOfConstraint } from '../writes/constraints.ts'

/** A problem as sent to the caller. */
export function graphQLErrorOf(why: Problem, at?: GraphQLError): GraphQLError {
  return new GraphQLError(why.message, {
    ...(at?.nodes && { nodes: at.nodes }),
    ...(at?.path && { path: at.path }),
    extensions: extensionsOf(why),
  })
}

/**
 * The error as the caller sees it: a problem as itself, a GraphQL refusal in GraphQL's form, anything else as INTERNAL
 * with an id that is also in the log. Nothing about the code or the database is revealed.
 */
export function maskError(error: unknown, log: FastifyBaseLogger): GraphQLError {
  const graphQLError = error instanceof GraphQLError ? error : undefined
  const cause = rootCause(error)
  if (cause instanceof Problem) return graphQLErrorOf(cause, graphQLError)
  const known = problemOfConstraint(cause)
  if (known) return graphQLErrorOf(known, graphQLError)
  if (graphQLError && isRefusalByGraphQL(graphQLError, cause)) return graphQLError

  if (isTooSlow(cause)) {
    countDatabaseFailure('too slow')
    log.warn({ err: cause }, 'a statement took longer than it may')
    return graphQLErrorOf(problem('database.too-slow'), graphQLError)
  }
  if (isConnectionLost(cause) || isTooBusy(cause)) {
    countDatabaseFailure('unavailable')
    log.warn({ err: cause }, 'the database did not answer')
    return graphQLErrorOf(problem('database.unavailable', { details: { retryAfterSeconds: 5 } }), graphQLError)
  }

  const errorId = randomUUID()
  log.error({ err: cause, errorId }, 'a call failed unexpectedly')
  return graphQLErrorOf(problem('internal', { params: { errorId }, details: { errorId } }), graphQLError)
}

/** Codes of a connection that its other end closed. */
const hungUp = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'ECONNABORTED', 'EPIPE'])

/** Whether a request failed because its caller closed the connection, which is no failure of the server. */
function hasHungUp(error: unknown, { raw }: FastifyRequest): boolean {
  return raw.socket.destroyed && error instanceof Error && 'code' in error && hungUp.has(String(error.code))
}

/** The status under which a request is logged whose caller hung up, as in nginx. Nobody receives it. */
const callerIsGone = 499

/** Responds to a request that failed outside of GraphQL: 503 if the database is unavailable or too slow, otherwise 500. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (hasHungUp(error, request)) return reply.code(callerIsGone).send()
  const masked = maskError(error, request.log)
  const isPassing = masked.extensions.reason === 'database.unavailable'
  if (isPassing) reply.header('retry-after', '5')
  const isOfDatabase = isPassing || masked.extensions.reason === 'database.too-slow'
  return reply.code(isOfDatabase ? 503 : 500).send({ errors: [masked.toJSON()] })
}

/**
 * Whether GraphQL refused the caller's document, before a resolver ran (no path) or while reading a field's arguments
 * (the error points into the document). Errors in our own answers are not shown to callers.
 */
function isRefusalByGraphQL(error: GraphQLError, cause: unknown): boolean {
  return cause instanceof GraphQLError && (error.path === undefined || cause.nodes !== undefined)
}

/** The original error: GraphQL wraps what a resolver throws. */
function rootCause(error: unknown): unknown {
  let cause = error
  while (cause instanceof GraphQLError && cause.originalError) cause = cause.originalError
  return cause
}
