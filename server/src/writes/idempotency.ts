import { AsyncLocalStorage } from 'node:async_hooks'
import { isReason, Problem, type ProblemParams, problem } from '@casebook/domain/shared/problems.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Reach, reachesAll } from '../access/scope.ts'
import type { Database } from '../database/connect.ts'
import { JsonText } from '../database/json-text.ts'
import { unscoped } from '../database/unscoped.ts'

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
type KnownAnswer = { answer: unknown; lostReach: boolean }

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

/** Serialises a transaction's answer: plain values, JSON of the database, timestamps, and problems that were committed. */
type StoredAnswer =
  | { is: 'nothing' }
  | { is: 'plain'; value: string | number | boolean | null }
  | { is: 'json'; text: string }
  | { is: 'time'; at: string }
  | { is: 'list'; items: StoredAnswer[] }
  | { is: 'object'; fields: [string, StoredAnswer][] }
  | { is: 'problem'; reason: string; params: ProblemParams; field?: string; details: Readonly<Record<string, unknown>> }

function serializeAnswer(answer: unknown): string {
  return JSON.stringify(keptOf(answer))
}

/** Restores the same answer. */
function parseAnswer(text: string): unknown {
  const kept: StoredAnswer = JSON.parse(text)
  return answerOf(kept)
}

function keptOf(answer: unknown): StoredAnswer {
  if (answer === undefined) return { is: 'nothing' }
  if (answer === null || typeof answer === 'string' || typeof answer === 'number' || typeof answer === 'boolean')
    return { is: 'plain', value: answer }
  if (answer instanceof JsonText) return { is: 'json', text: answer.text }
  if (answer instanceof Date) return { is: 'time', at: answer.toISOString() }
  if (Array.isArray(answer)) return { is: 'list', items: answer.map(keptOf) }
  if (answer instanceof Problem) {
    const { reason, params, field, details } = answer
    return { is: 'problem', reason, params, details, ...(field !== undefined && { field }) }
  }
  if (typeof answer !== 'object' || answer instanceof Error)
    throw new Error(`A ${typeof answer} can't be kept as an answer.`)
  return { is: 'object', fields: Object.entries(answer).map(([name, value]) => [name, keptOf(value)]) }
}

function answerOf(kept: StoredAnswer): unknown {
  switch (kept.is) {
    case 'nothing':
      return undefined
    case 'plain':
      return kept.value
    case 'json':
      return new JsonText(kept.text)
    case 'time':
      return new Date(kept.at)
    case 'list':
      return kept.items.map(answerOf)
    case 'object':
      return Object.fromEntries(kept.fields.map(([name, value]) => [name, answerOf(value)]))
    case 'problem': {
      const { reason, params, field, details } = kept
      if (!isReason(reason)) throw new Error(`${reason} is not a problem of this version.`)
      return new Problem(reason, params, { field, details })
    }
  }
}

/** A condition that makes a guarded statement do nothing if the key was used before. */
export function unlessKeyIsUsed({ repeat, place }: KeyedWrite): RawBuilder<unknown> {
  return sql`where not exists (select from idempotency_key
    where personid = ${repeat.personid} and key = ${repeat.key} and place = ${place})`
}

/** The part of a guarded statement that inserts the key and stores the answer, in the format of `serializeAnswer`. */
export function keepKey({ repeat, place }: KeyedWrite): RawBuilder<unknown> {
  return sql`, kept as (insert into idempotency_key (personid, key, place, body_sha256, reach, answer)
    select ${repeat.personid}, ${repeat.key}, ${place}::int, ${repeat.bodySha256}, ${JSON.stringify(repeat.reach)}::jsonb,
      '{"is":"json","text":' || to_json(json)::text || '}' from done)`
}
