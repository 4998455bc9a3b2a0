import { Problem } from '@casebook/domain/shared/problems.ts'
import { type RawBuilder, sql } from 'kysely'
import type { JsonText } from '../database/json-text.ts'
import { isConnectionLost, isTooBusy } from '../database/lost-connection.ts'
import { type Reader, readJson } from '../database/read.ts'
import type { RequestContext } from './context.ts'
import { ring } from './doorbell.ts'
import { nextNamedWrite } from './idempotency.ts'
import { guardOfName, keptName } from './idempotency-guarded.ts'
import type { Actor } from './scope.ts'
import { isTransient, settingsOf, type Write, write } from './write.ts'

/** By what history tells whether a statement was carried out: that it made this version, with this content. */
type Footprint = {
  kind: string
  id: string
  subjectid: string
  version: number
  /** Columns and their values. */
  content: Readonly<Record<string, unknown>>
}

/**
 * One UPDATE or INSERT with `returning … as json` that changes something only while what it was judged by still holds,
 * and that reads `from actor`, without which nothing may be written. Sent twice it must do what it does once.
 */
export type Guarded = {
  change: RawBuilder<unknown>
  footprint: Footprint
  /** What the change answers, read again. */
  find: (db: Reader) => Promise<JsonText | undefined>
}

/**
 * The short way of a write that is made often: judged on a read, done by one guarded statement which is a transaction of
 * its own and goes out together with other callers'. Whatever it can't settle is for `careful`, a transaction that takes
 * locks and judges anew: a refusal, a change meanwhile, a lock that somebody holds. Where the answer was lost, the call's
 * name tells whether it was done or, where it has none, the footprint. docs/decisions/0018.
 */
export async function writeGuarded(
  { db, shortWrites, scope }: RequestContext,
  prepare: () => Promise<Guarded | undefined>,
  careful: (tx: Write) => Promise<JsonText | undefined>,
): Promise<JsonText | undefined> {
  const name = nextNamedWrite('stays')
  const guarded = await unlessRefused(prepare)
  const carefully = (lost?: Guarded) =>
    write(db, scope.actor, undefined, async (tx) => (lost && (await findDone(tx, scope.actor, lost))) ?? careful(tx))
  if (!guarded) return carefully()
  const [actor, actorName, groups] = settingsOf(scope.actor, undefined)
  const statement = sql`with actor as materialized (
      select set_config('casebook.actor', ${actor}, true), set_config('casebook.actor_name', ${actorName}, true),
        set_config('casebook.groups', ${groups}, true) ${name ? guardOfName(name) : sql``}
    ), done as (${guarded.change}) ${name ? keptName(name) : sql``}
    select json from done`
  try {
    const json = await readJson(shortWrites, statement)
    if (!json) return carefully()
    ring(db)
    return json
  } catch (error) {
    if (isConnectionLost(error)) return carefully(name ? undefined : guarded)
    if (isTransient(error) || isTooBusy(error) || isTaken(error)) return carefully()
    throw error
  }
}

async function unlessRefused(prepare: () => Promise<Guarded | undefined>): Promise<Guarded | undefined> {
  try {
    return await prepare()
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/**
 * What was changed after all, told by the footprint that this actor left in the history. The lock waits for a statement that
 * is under way and keeps one that arrives late from doing anything before this transaction has.
 */
async function findDone(tx: Write, { personid }: Actor, { footprint, find }: Guarded): Promise<JsonText | undefined> {
  const { kind, id, subjectid, version, content } = footprint
  await sql`select from subject where subjectid = ${subjectid} for no key update`.execute(tx)
  const { rows } = await sql`select from history
    where subjectid = ${subjectid} and kind = ${kind} and id = ${id} and actor = ${personid}
      and after -> 'version' = to_jsonb(${version}::int)
      and (select jsonb_object_agg(key, value) from jsonb_each(after) where ${JSON.stringify(content)}::jsonb ? key)
        = ${JSON.stringify(content)}::jsonb`.execute(tx)
  return rows.length > 0 ? find(tx) : undefined
}

/** Somebody was quicker with the same key: a name of a call, or a record. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}
