import type { FastifyRequest } from 'fastify'

/**
 * The header casebook-clock: the caller's clock when this attempt was sent, in milliseconds since 1970. A call that is sent
 * again, with the same body and key, says the time anew. Undefined without it, or if it is no such number.
 */
export function readClock({ headers }: Pick<FastifyRequest, 'headers'>): number | undefined {
  const given = headers['casebook-clock']
  return typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : undefined
}
