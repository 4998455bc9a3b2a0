import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
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

/** Responds to what is no HTTP request, or has headers that are too long, as to any other. No route or hook sees it. */
export function answerUnparsed(error: Failure, socket: Duplex, headers: Readonly<Record<string, string>>): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const isTooLong = error.code === 'HPE_HEADER_OVERFLOW'
  const status = isTooLong ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
  const body = JSON.stringify(problemBody(problem('request.unreadable')))
  const lines = Object.entries({
    ...headers,
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
