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
import { isTransient, settingsOf } from './write.ts'

/** By what history tells whether a statement was carried out: that it made this version, with this content. */
export type Footprint = {
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
export type Guarded = { change: RawBuilder<unknown>; footprint: Footprint }

/**
 * The short way of a write that is made often: judged on a read, done by one guarded statement which is a transaction of
 * its own and goes out together with other callers'. Whatever it can't settle is for `careful`, which takes locks and
 * judges anew: a refusal, a change meanwhile, a lock that somebody holds. So it does where the answer was lost; it is
 * then given the footprint to look for, unless the call has a name, which tells as much. docs/decisions/0018.
 */
export async function writeGuarded(
  { db, shortWrites, scope }: RequestContext,
  prepare: () => Promise<Guarded | undefined>,
  careful: (lost?: Footprint) => Promise<JsonText | undefined>,
): Promise<JsonText | undefined> {
  const name = nextNamedWrite('stays')
  const guarded = await unlessRefused(prepare)
  if (!guarded) return careful()
  const [actor, actorName, groups] = settingsOf(scope.actor, undefined)
  const statement = sql`with actor as materialized (
      select set_config('casebook.actor', ${actor}, true), set_config('casebook.actor_name', ${actorName}, true),
        set_config('casebook.groups', ${groups}, true) ${name ? guardOfName(name) : sql``}
    ), done as (${guarded.change}) ${name ? keptName(name) : sql``}
    select json from done`
  try {
    const json = await readJson(shortWrites, statement)
    if (!json) return careful()
    ring(db)
    return json
  } catch (error) {
    if (isConnectionLost(error)) return careful(name ? undefined : guarded.footprint)
    if (isTransient(error) || isTooBusy(error) || isTaken(error)) return careful()
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

/** Whether the history has the footprint, left by this actor. Ask once nobody else can change the record any more. */
export async function isDone(tx: Reader, { personid }: Actor, footprint: Footprint): Promise<boolean> {
  const { kind, id, subjectid, version, content } = footprint
  const { rows } = await sql`select from history
    where subjectid = ${subjectid} and kind = ${kind} and id = ${id} and actor = ${personid}
      and after -> 'version' = to_jsonb(${version}::int)
      and (select jsonb_object_agg(key, value) from jsonb_each(after) where ${JSON.stringify(content)}::jsonb ? key)
        = ${JSON.stringify(content)}::jsonb`.execute(tx)
  return rows.length > 0
}

/** Somebody was quicker with the same key: a name of a call, or a record. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}
