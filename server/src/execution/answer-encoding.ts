import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, compress } from '../http/content-encoding.ts'

/** A smaller answer fits into a few packets: compressing it saves no round trip. */
const leastBytes = 4_000

/**
 * Answers with secrets are never compressed: their length would reveal whether a secret resembles text that an attacker
 * chose (BREACH). These are links to upload and download files, and answers of mutations (a new token).
 */
const secrets = ['downloadUrl', 'objectUrl', 'mutation']

/** Sends a GraphQL answer, compressed if that is worthwhile and the caller accepts it. */
export async function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: Buffer): Promise<FastifyReply> {
  const { body } = request
  if (answer.length < leastBytes || !Buffer.isBuffer(body) || secrets.some((secret) => body.includes(secret))) {
    return reply.send(answer)
  }
  reply.header('vary', 'accept-encoding')
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  if (!encoding) return reply.send(answer)
  return reply.header('content-encoding', encoding).send(await compress(answer, encoding))
}
