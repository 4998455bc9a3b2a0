import { problem } from '@casebook/domain/shared/problems.ts'
import type { FastifyReply } from 'fastify'

/** Refuses a call made by a page of another site. */
export function refuseCrossOrigin(reply: FastifyReply) {
  const { message, code, reason, params } = problem('call.cross-origin')
  return reply.code(403).send({ errors: [{ message, extensions: { code, reason, params } }] })
}
