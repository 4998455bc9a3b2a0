import { problem } from '@casebook/domain/shared/problems.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { answerFailure } from '../graphql/errors.ts'
import { problemBody } from '../http/problem-body.ts'

type Failure = Error & { statusCode?: number; code?: string }

/**
 * Responds to a request that failed outside of GraphQL with `{"errors": […]}` and a code of the catalogue, never in the
 * web framework's format. Used for routes and for requests that no route could read.
 */
export function answerError(error: Failure, request: FastifyRequest, reply: FastifyReply) {
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) return reply.code(status).send(problemBody(problem('request.unreadable')))
  return answerFailure(error, request, reply)
}

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
}
