import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, compress, compressStream } from '../http/content-encoding.ts'
import { LongAnswer } from './long-answer.ts'

/** A smaller answer fits into a few packets: compressing it saves no round trip. */
const leastBytes = 4_000

/**
 * Answers with secrets are never compressed: their length would reveal whether a secret resembles text that an attacker
 * chose (BREACH). These are links to upload and download files, and answers of mutations (a new token).
 */
const secrets = ['downloadUrl', 'objectUrl', 'mutation']

/** Sends a GraphQL answer, compressed if that is worthwhile and the caller accepts it. */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Buffer | LongAnswer,
): Promise<FastifyReply> {
  const isLong = answer instanceof LongAnswer
  const encoding = encodingOf(request, reply, isLong ? answer.bytes : answer.length)
  if (encoding) reply.header('content-encoding', encoding)
  if (!isLong) return reply.send(encoding ? await compress(answer, encoding) : answer)
  if (encoding) return reply.send(compressStream(answer.stream(), encoding))
  return reply.header('content-length', answer.bytes).send(answer.stream())
}

function encodingOf({ body, headers }: FastifyRequest, reply: FastifyReply, bytes: number) {
  if (bytes < leastBytes || !Buffer.isBuffer(body) || secrets.some((secret) => body.includes(secret))) return undefined
  reply.header('vary', 'accept-encoding')
  return acceptedEncoding(headers['accept-encoding'])
}
