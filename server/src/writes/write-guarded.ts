import { Problem, problem } from '@casebook/domain/shared/problems.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Actor, Scope } from '../access/scope.ts'
import { type Reader, readJson, readsOf, type SiteData } from '../access/site-data.ts'
import { isConnectionLost, isTooBusy } from '../database/connections/lost-connection.ts'
import type { JsonText } from '../database/json-text.ts'
import { wakeUp } from '../database/wake-up.ts'
import type { RecordKind } from '../records/records.ts'
import { keepKey, nextKeyedWrite, unlessKeyIsUsed } from './idempotency.ts'
import { isTransient, settingsOf, type Write, write } from './write.ts'

/** How the history shows whether a statement was executed: it created this version, with this content. */
type Footprint = {
  kind: RecordKind
  id: string
  subjectid: string
  version: number
  /** Columns and their values. */
  content: Readonly<Record<string, unknown>>
}

/**
 * One UPDATE or INSERT with `returning … as json` that changes something only if everything it was validated against
 * still holds, and that reads `from actor`, without which nothing may be written. Must be idempotent.
 */
export type Guarded = {
  change: RawBuilder<unknown>
  footprint: Footprint
  /** The answer of the change, read again. */
  find: (db: Reader) => Promise<JsonText | undefined>
}

/**
 * The fast path for frequent writes: validated on a read, then executed as one guarded statement, which is its own
 * transaction and is sent together with other callers'. Everything it can't settle (a refusal, a concurrent change, a
 * held lock) is left to `careful`, a transaction that takes locks and validates again. If the answer is lost, the
 * idempotency key shows whether it was executed or, without a key, the footprint. docs/decisions/0018.
 */
export async function writeGuarded(
  { db, shortWrites, scope }: { db: SiteData; shortWrites: SiteData; scope: Scope },
  prepare: () => Promise<Guarded | undefined>,
  careful: (tx: Write) => Promise<JsonText | undefined>,
): Promise<JsonText | undefined> {
  const keyed = nextKeyedWrite('stays')
  const guarded = await undefinedIfRefused(prepare)
  const carefully = (lost?: Guarded) =>
    write(db, scope, undefined, async (tx) => (lost && (await findDone(tx, scope.actor, lost))) ?? careful(tx))
  if (!guarded) return carefully()
  const [actor, actorName, groups] = settingsOf(scope.actor, undefined)
  const statement = sql`with actor as materialized (
      select set_config('casebook.actor', ${actor}, true), set_config('casebook.actor_name', ${actorName}, true),
        set_config('casebook.groups', ${groups}, true) ${keyed ? unlessKeyIsUsed(keyed) : sql``}
    ), done as (${guarded.change}) ${keyed ? keepKey(keyed) : sql``}
    select json from done`
  try {
    const json = await readJson(readsOf(shortWrites, scope), statement)
    if (!json) return carefully()
    wakeUp(readsOf(db, scope))
    return json
  } catch (error) {
    if (isConnectionLost(error)) return carefully(keyed ? undefined : guarded).catch(unknownIfLost)
    if (isTransient(error) || isTooBusy(error) || isTaken(error)) return carefully()
    throw error
  }
}

/** The statement may have been executed, and the database can't be asked. */
function unknownIfLost(error: unknown): never {
  throw isConnectionLost(error) ? problem('write.unknown') : error
}

async function undefinedIfRefused(prepare: () => Promise<Guarded | undefined>): Promise<Guarded | undefined> {
  try {
    return await prepare()
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/**
 * What was changed after all, according to the footprint of this actor in the history. The lock waits for a statement
 * in progress, and prevents a late one from changing anything before this transaction.
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

/** Another call inserted the same idempotency key, or the same record, first. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}
