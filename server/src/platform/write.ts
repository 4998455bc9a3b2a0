import { sql } from 'kysely'
import { type Database, type OneConnection, onOneConnection } from '../database/connect.ts'
import { isConnectionLost } from '../database/lost-connection.ts'
import { makePatience, type Patience } from '../database/patience.ts'
import type { Reader } from '../database/read.ts'
import { ring } from './doorbell.ts'
import { claimName, keepAnswer, type NamedWrite, nextNamedWrite } from './idempotency.ts'
import type { Actor } from './scope.ts'

declare const attributed: unique symbol

/** The inside of a transaction that knows who acts; only `write` makes one. */
export type Write = Reader & { readonly [attributed]: true }

/**
 * One attributed transaction: history triggers refuse any write outside of this. Commits before it answers, then
 * rings the doorbell so that every server process reads what changed from the history.
 * A deadlock is tried again, up to three times, and a lost connection until the patience with it ends; `work` must
 * therefore do nothing but database work. Where the answer to the commit was lost, the database is asked what became of it.
 * Within a call that has an Idempotency-Key, what was done already is answered as it was then.
 */
export async function write<T>(
  db: Database,
  actor: Actor,
  reason: string | undefined,
  work: (tx: Write) => Promise<T>,
): Promise<T> {
  const job: Job<T> = { actor, reason, work, name: nextNamedWrite() }
  const patience = makePatience()
  for (let deadlocks = 0; ; ) {
    const attempt: Attempt<T> = {}
    try {
      const answer = await onOneConnection(db, (connection) => transact(connection, job, attempt))
      ring(db)
      return answer
    } catch (error) {
      if (isTransient(error) && ++deadlocks < 3) continue
      if (!isConnectionLost(error)) throw error
      const { unconfirmed } = attempt
      const outcome = unconfirmed && (await findOutcome(db, unconfirmed.mark, patience))
      if (unconfirmed && outcome === 'committed') {
        ring(db)
        return unconfirmed.answer
      }
      // What has a name may be done again in any case: the name says then whether it was done.
      if (outcome === 'unknown' && !job.name) throw error
      if (!(await patience.pause())) throw error
    }
  }
}

type Job<T> = {
  actor: Actor
  reason: string | undefined
  work: (tx: Write) => Promise<T>
  name: NamedWrite | undefined
}

/** `unconfirmed` once the commit has been sent. */
type Attempt<T> = { unconfirmed?: { mark: Mark; answer: T } }

async function transact<T>(one: OneConnection, { actor, reason, work, name }: Job<T>, attempt: Attempt<T>): Promise<T> {
  // Not waited for: they go out, in this order, together with the first statement of the work.
  const begun = Promise.all([one.now('begin'), attribute(one, actor, reason)])
  begun.catch(() => undefined)
  try {
    if (name) {
      await begun
      const known = await claimName(one.reader, name)
      if (known) {
        await one.now('rollback')
        // The same call of the same person, so of the same kind.
        return known.answer as T
      }
    }
    const answer = await work(one.reader as Write)
    const [, mark] = await begun
    if (name) await keepAnswer(one.reader, name, answer)
    attempt.unconfirmed = { mark, answer }
    await commit(one)
    return answer
  } catch (error) {
    await one.now('rollback').catch(() => undefined)
    throw error
  }
}

/**
 * By which a transaction can be asked for after its connection was lost. The number alone is not enough: a server that
 * crashed hands numbers out again which it had not yet written down, and one that takes over counts anew.
 */
type Mark = { xid: string; began: string; timeline: string }

const timeline = `left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`

const attributeText = `select pg_current_xact_id()::text as xid, now()::text as began, ${timeline},
  set_config('casebook.actor', $1, true), set_config('casebook.actor_name', $2, true),
  set_config('casebook.groups', $3, true), set_config('casebook.reason', $4, true)`

async function attribute(one: OneConnection, actor: Actor, reason: string | undefined): Promise<Mark> {
  const { rows } = await one.now<Mark>(attributeText, settingsOf(actor, reason))
  return rows[0] ?? { xid: '', began: '', timeline: '' }
}

/** What the history triggers read of the actor: casebook.actor, casebook.actor_name, casebook.groups, casebook.reason. */
export function settingsOf(
  { personid, name, groups }: Actor,
  reason: string | undefined,
): [actor: string, name: string, groups: string, reason: string] {
  return [personid, name, `{${groups.map((group) => `"${group}"`).join(',')}}`, reason ?? '']
}

type Outcome = 'committed' | 'undone' | 'unknown'

type Found = { status: string | null; is_there: boolean; timeline: string }

/** Its history can't be further back than this many changes of others, seconds after it was written. */
const changesToLookThrough = 200_000

/**
 * What became of a transaction whose commit was not answered. Its history rows are the proof: they bear its number and the
 * moment in which it began, and were committed with it. What left no history changed nothing and may be done again.
 * After a crash its number may be one that is still to come, and PostgreSQL refuses to tell the status of such.
 */
async function findOutcome(db: Database, mark: Mark, patience: Patience): Promise<Outcome> {
  for (let looks = 0; ; looks++) {
    const { rows } = await sql<Found>`
      select case when ${mark.xid}::xid8 < pg_current_xact_id() then pg_xact_status(${mark.xid}::xid8) end as status,
        ${sql.raw(timeline)}, exists (
        select from history where historyid > (select max(historyid) from history) - ${changesToLookThrough}
          and tx = ${mark.xid}::xid8 and at = ${mark.began}::timestamptz) as is_there`.execute(db)
    const [found] = rows
    if (found?.timeline !== mark.timeline) return 'unknown'
    if (found.is_there) return 'committed'
    // It may have committed between the statement's snapshot and its asking for the status: a second look decides.
    if (found.status === 'committed' && looks === 0) continue
    if (found.status !== 'in progress') return 'undone'
    // The server has not noticed yet that we are gone, or the number is somebody else's now.
    if (!(await patience.pause())) return 'unknown'
  }
}

/** PostgreSQL answers the COMMIT of a transaction in which something failed with ROLLBACK, and no error. */
async function commit(one: OneConnection) {
  const { rows } = await one.now<{ command: string }>('commit')
  if (rows[0]?.command !== 'COMMIT') throw new Error('The transaction was rolled back.')
}

/** A deadlock, or what PostgreSQL could not put in an order: the same may go through the next time. */
export function isTransient(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')
}
