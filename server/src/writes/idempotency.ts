import { AsyncLocalStorage } from 'node:async_hooks'
import { problem } from '@casebook/domain/shared/problems.ts'
import { sql } from 'kysely'
import { type Reach, reachesAll } from '../access/reach.ts'
import type { Database } from '../database/connect.ts'
import { unscoped } from '../database/unscoped.ts'
import { parseAnswer, serializeAnswer } from './idempotency-answer.ts'

/** A call with an Idempotency-Key. Repeating it has no further effect. */
export type KeyedCall = { personid: string; reach: Reach; key: string; bodySha256: string; places: number }

const current = new AsyncLocalStorage<KeyedCall | undefined>()

const keptHours = 24

/** Every `write` of the call is stored under its key; without one, under none. */
export function withIdempotencyKey<T>(repeat: KeyedCall | undefined, call: () => Promise<T>): Promise<T> {
  return current.run(repeat, call)
}

/** One transaction of such a call. Several of one call are distinguished by their order. */
export type KeyedWrite = { repeat: KeyedCall; place: number }

/** `stays` leaves the place for the next write: for a first attempt that another write may have to repeat. */
export function nextKeyedWrite(place: 'stays' | 'moves on' = 'moves on'): KeyedWrite | undefined {
  const repeat = current.getStore()
  if (!repeat) return undefined
  const next = { repeat, place: repeat.places }
  if (place === 'moves on') repeat.places++
  return next
}

/** The stored answer of the same call. `lostReach`: the caller may have lost sites or studies since. */
export type KnownAnswer = { answer: unknown; lostReach: boolean }

/**
 * Inserts the key within the transaction. Returns the stored answer if the call was already executed; waits while it is
 * being executed. Throws BAD_INPUT if the key was used for another call.
 */
export async function claimKey(tx: Database, { repeat, place }: KeyedWrite): Promise<KnownAnswer | undefined> {
  const { personid, reach, key, bodySha256 } = repeat
  const claimed = await sql<{ key: string }>`insert into idempotency_key (personid, key, place, body_sha256, reach)
    values (${personid}, ${key}, ${place}, ${bodySha256}, ${JSON.stringify(reach)}::jsonb) on conflict do nothing returning key`.execute(
    unscoped(tx),
  )
  if (claimed.rows.length > 0) return undefined
  const { rows } = await sql<{
    body_sha256: string
    answer: string | null
    reach: Reach | null
  }>`select body_sha256, answer, reach from idempotency_key
    where personid = ${personid} and key = ${key} and place = ${place}`.execute(unscoped(tx))
  const [known] = rows
  // Deleted between the two statements: the caller may retry.
  if (!known) throw problem('database.unavailable')
  if (known.body_sha256 !== bodySha256) throw problem('idempotency.other-call')
  return {
    answer: known.answer === null ? undefined : parseAnswer(known.answer),
    lostReach: known.reach === null || !reachesAll(reach, known.reach),
  }
}

/** Stores the answer with the key, in the transaction that it belongs to. */
export async function keepAnswer(tx: Database, { repeat, place }: KeyedWrite, answer: unknown): Promise<void> {
  const { personid, key } = repeat
  await sql`update idempotency_key set answer = ${serializeAnswer(answer)}
    where personid = ${personid} and key = ${key} and place = ${place}`.execute(unscoped(tx))
}

export async function sweepIdempotencyKeys(db: Database): Promise<void> {
  await sql`delete from idempotency_key where created_at < now() - ${keptHours} * interval '1 hour'`.execute(
    unscoped(db),
  )
}
