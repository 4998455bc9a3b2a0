import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { problem } from '@casebook/domain/shared/problems.ts'
import type { FastifyRequest } from 'fastify'
import { getOperationAST } from 'graphql'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Reader } from '../database/read.ts'
import { freeze, thaw } from './idempotency-answer.ts'
import { parseLimited } from './query-limits.ts'

/** How a caller names a write, so that sending it again does it once. */
export type Repeat = { personid: string; key: string; bodySha256: string; places: number }

const current = new AsyncLocalStorage<Repeat>()

const keptHours = 24
const pattern = /^[\x21-\x7e]{1,200}$/

/** The Idempotency-Key of a call. Throws BAD_INPUT for one that is none, and where it would stand for several operations. */
export function readRepeat({ headers, body }: FastifyRequest, personid: string): Repeat | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !pattern.test(key)) throw problem('idempotency.key')
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
  if (asksForSeveral(bytes)) throw problem('idempotency.several')
  return { personid, key, bodySha256: createHash('sha256').update(bytes).digest('hex'), places: 0 }
}

/** What can't be read is left to GraphQL, which says why. */
function asksForSeveral(bytes: Buffer): boolean {
  try {
    const { query, operationName }: { query: string; operationName?: string } = JSON.parse(bytes.toString())
    const operation = getOperationAST(parseLimited(query), operationName)
    const [first, second] = operation?.selectionSet.selections ?? []
    return operation?.operation === 'mutation' && (second !== undefined || first?.kind !== 'Field')
  } catch {
    return false
  }
}

/** Every `write` that the call makes is under its key. */
export function underKey<T>(repeat: Repeat | undefined, call: () => Promise<T>): Promise<T> {
  return repeat ? current.run(repeat, call) : call()
}

/** One transaction of a named call, which is told apart from the call's others by their order. */
export type NamedWrite = { repeat: Repeat; place: number }

/** `stays` leaves the place to whoever asks next: for a first attempt at what another one may have to do. */
export function nextNamedWrite(place: 'stays' | 'moves on' = 'moves on'): NamedWrite | undefined {
  const repeat = current.getStore()
  if (!repeat) return undefined
  const next = { repeat, place: repeat.places }
  if (place === 'moves on') repeat.places++
  return next
}

/**
 * Claims the name within the transaction. Answers what was answered before, when the same was done already; waits while
 * another is doing it. Throws BAD_INPUT where the name stands for another call.
 */
export async function claimName(tx: Reader, { repeat, place }: NamedWrite): Promise<{ answer: unknown } | undefined> {
  const { personid, key, bodySha256 } = repeat
  const claimed = await sql<{ key: string }>`insert into idempotency_key (personid, key, place, body_sha256)
    values (${personid}, ${key}, ${place}, ${bodySha256}) on conflict do nothing returning key`.execute(tx)
  if (claimed.rows.length > 0) return undefined
  const { rows } = await sql<{
    body_sha256: string
    answer: string | null
  }>`select body_sha256, answer from idempotency_key
    where personid = ${personid} and key = ${key} and place = ${place}`.execute(tx)
  const [known] = rows
  // Swept between the two statements: the caller may send it once more.
  if (!known) throw problem('database.unavailable')
  if (known.body_sha256 !== bodySha256) throw problem('idempotency.other-call')
  return { answer: known.answer === null ? undefined : thaw(known.answer) }
}

/** Keeps the answer beside the name, in the transaction that it answers. */
export async function keepAnswer(tx: Reader, { repeat, place }: NamedWrite, answer: unknown): Promise<void> {
  const { personid, key } = repeat
  await sql`update idempotency_key set answer = ${freeze(answer)}
    where personid = ${personid} and key = ${key} and place = ${place}`.execute(tx)
}

export async function sweepNames(db: Database): Promise<void> {
  await sql`delete from idempotency_key where created_at < now() - ${keptHours} * interval '1 hour'`.execute(db)
}
