import { createHash } from 'node:crypto'
import { problem } from '@casebook/domain/shared/problems.ts'
import type { FastifyRequest } from 'fastify'
import { getOperationAST } from 'graphql'
import { reachOf } from '../access/reach.ts'
import type { Scope } from '../access/scope.ts'
import { parseLimited } from '../graphql/query-limits.ts'
import type { KeyedCall } from '../writes/idempotency.ts'

const pattern = /^[\x21-\x7e]{1,200}$/

/** The Idempotency-Key header of a call. Throws BAD_INPUT if it is malformed, or if it would apply to several operations. */
export function readIdempotencyKey({ headers, body }: FastifyRequest, scope: Scope): KeyedCall | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !pattern.test(key)) throw problem('idempotency.key')
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  if (hasSeveralMutations(bytes)) throw problem('idempotency.several')
  const bodySha256 = createHash('sha256').update(bytes).digest('hex')
  return { personid: scope.actor.personid, reach: reachOf(scope), key, bodySha256, places: 0 }
}

/** An unreadable body is passed on to GraphQL, which explains the error. */
function hasSeveralMutations(bytes: Buffer): boolean {
  try {
    const { query, operationName }: { query: string; operationName?: string } = JSON.parse(bytes.toString())
    const operation = getOperationAST(parseLimited(query), operationName)
    const [first, second] = operation?.selectionSet.selections ?? []
    return operation?.operation === 'mutation' && (second !== undefined || first?.kind !== 'Field')
  } catch {
    return false
  }
}
