import { createHash } from 'node:crypto'
import { problem } from '@casebook/domain/shared/problems.ts'
import type { FastifyRequest } from 'fastify'
import { getOperationAST, type OperationDefinitionNode } from 'graphql'
import { reachOf, type Scope } from '../access/scope.ts'
import { parseLimited } from '../graphql/query-limits.ts'
import type { KeyedCall } from '../writes/idempotency.ts'

const pattern = /^[\x21-\x7e]{1,200}$/

/**
 * The Idempotency-Key header of a mutation; a query is answered anew each time. Throws BAD_INPUT if the key is malformed,
 * or if it would apply to several operations.
 */
export function readIdempotencyKey({ headers, body }: FastifyRequest, scope: Scope): KeyedCall | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !pattern.test(key)) throw problem('idempotency.key')
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  const operation = readOperation(bytes)
  if (operation && operation.operation !== 'mutation') return undefined
  if (operation && hasSeveralFields(operation)) throw problem('idempotency.several')
  const bodySha256 = createHash('sha256').update(bytes).digest('hex')
  return { personid: scope.actor.personid, reach: reachOf(scope), key, bodySha256, places: 0 }
}

/** Undefined for an unreadable body, which is passed on to GraphQL: it explains the error. */
function readOperation(bytes: Buffer): OperationDefinitionNode | undefined {
  try {
    const { query, operationName }: { query: string; operationName?: string } = JSON.parse(bytes.toString())
    return getOperationAST(parseLimited(query), operationName) ?? undefined
  } catch {
    return undefined
  }
}

function hasSeveralFields({ selectionSet }: OperationDefinitionNode): boolean {
  const [first, second] = selectionSet.selections
  return second !== undefined || first?.kind !== 'Field'
}
