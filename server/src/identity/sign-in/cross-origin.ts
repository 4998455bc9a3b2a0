import { problem } from '@casebook/domain/shared/problems.ts'
import type { FastifyReply } from 'fastify'
import { problemBody } from '../../http/problem-body.ts'

/** Refuses a call made by a page of another site. */
export function refuseCrossOrigin(reply: FastifyReply) {
  return reply.code(403).send(problemBody(problem('call.cross-origin')))
}
