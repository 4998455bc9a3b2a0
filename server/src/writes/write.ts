import { Problem, problem } from '@casebook/domain/shared/problems.ts'
import { sql } from 'kysely'
import type { Actor, Scope } from '../access/scope.ts'
import { type Reader, readsOf, type SiteData } from '../access/site-data.ts'
import { type Database, type OneConnection, onOneConnection } from '../database/connect.ts'
import { isConnectionLost } from '../database/connections/lost-connection.ts'
import { type Backoff, makeBackoff } from '../database/connections/retrying-pool.ts'
import { unscoped } from '../database/unscoped.ts'
import { wakeUp } from '../database/wake-up.ts'
import { problemOfConstraint } from './constraints.ts'
import { claimKey, type KeyedWrite, keepAnswer, nextKeyedWrite } from './idempotency.ts'

declare const attributed: unique symbol

/** A transaction that knows who acts. Only `write` creates one. */
export type Write = Reader & { readonly [attributed]: true }

/** The same without site data. Only `writePeople` creates one. */
export type PeopleWrite = Database & { readonly [attributed]: true }

/**
 * Runs `work` in one attributed transaction: history triggers refuse any write outside of one. Commits before it
 * returns, then wakes every server process to read the change from the history. Retries a deadlock up to three times,
 * and a lost connection until the time limit; `work` must therefore only use the database. If the answer to the commit
 * was lost, it asks the database for the outcome. An unknown outcome is refused with `write.unknown`, a failed one with
 * its error. In a call with an Idempotency-Key, a repeated write returns the stored answer.
 */
export function write<T>(
  db: SiteData,
  scope: Scope,
  reason: string | undefined,
  work: (tx: Write) => Promise<T>,
): Promise<T> {
  return attempt(readsOf(db, scope), {
    actor: scope.actor,
    reason,
    work: (tx) => work(tx as Write),
    keyed: nextKeyedWrite(),
  })
}

/** The same for people, their sessions, tokens and email. */
export function writePeople<T>(
  db: Database,
  actor: Actor,
  reason: string | undefined,
  work: (tx: PeopleWrite) => Promise<T>,
): Promise<T> {
  return attempt(db, { actor, reason, work, keyed: nextKeyedWrite() })
}

async function attempt<T>(db: Database, job: Job<T>): Promise<T> {
  const backoff = makeBackoff()
  // Whether an attempt whose answer was lost may have been committed.
  let mayBeDone = false
  for (let deadlocks = 0; ; ) {
    const made: Attempt<T> = {}
    try {
      const answer = await onOneConnection(db, (connection) => transact(connection, job, made))
      wakeUp(db)
      return answer
    } catch (error) {
      if (isTransient(error) && ++deadlocks < 3) continue
      if (!isConnectionLost(error)) throw error
      const { unconfirmed } = made
      if (unconfirmed) {
        const outcome = await findOutcome(db, unconfirmed.mark, backoff).catch(unknownIfLost)
        if (outcome === 'committed') {
          wakeUp(db)
          return unconfirmed.answer
        }
        mayBeDone ||= outcome === 'unknown'
      }
      // With an idempotency key it may always be retried: the key shows whether it was executed.
      if (mayBeDone && !job.keyed) throw problem('write.unknown')
      if (!(await backoff.pause())) throw mayBeDone ? problem('write.unknown') : error
    }
  }
}

function unknownIfLost(error: unknown): Outcome {
  if (isConnectionLost(error)) return 'unknown'
  throw error
}

type Job<T> = {
  actor: Actor
  reason: string | undefined
  work: (tx: PeopleWrite) => Promise<T>
  keyed: KeyedWrite | undefined
}

/** `unconfirmed` is set once COMMIT was sent. */
type Attempt<T> = { unconfirmed?: { mark: Mark; answer: T } }

async function transact<T>(
  one: OneConnection,
  { actor, reason, work, keyed }: Job<T>,
  attempt: Attempt<T>,
): Promise<T> {
  // Not awaited: they are sent, in this order, together with the first statement of `work`.
  const begun = Promise.all([one.now('begin'), attribute(one, actor, reason)])
  begun.catch(() => undefined)
  try {
    if (keyed) {
      await begun
      const known = await claimKey(one.reader, keyed)
      if (known) {
        if (known.lostReach) await refuseUnreachable(() => work(one.reader as PeopleWrite))
        await one.now('rollback')
        // The same call of the same person, so the same type.
        return known.answer as T
      }
    }
    const answer = await work(one.reader as PeopleWrite)
    const [, mark] = await begun
    if (keyed) await keepAnswer(one.reader, keyed, answer)
    attempt.unconfirmed = { mark, answer }
    await commit(one)
    return answer
  } catch (error) {
    await one.now('rollback').catch(() => undefined)
    throw error
  }
}

/**
 * Runs the work to see whether a caller who has lost sites or studies may still do it, so that a stored answer reveals
 * nothing out of their reach. Throws NOT_FOUND or FORBIDDEN. Any other refusal only means that it was done before. The
 * caller rolls back.
 */
async function refuseUnreachable(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Problem && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN')) throw error
    if (!(error instanceof Problem) && problemOfConstraint(error) === undefined) throw error
  }
}

/**
 * Identifies a transaction so that its outcome can be looked up after the connection was lost. The number alone is not
 * enough: a crashed server reuses numbers that it had not stored, and a promoted standby starts a new sequence.
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

/** The settings that history triggers read: casebook.actor, casebook.actor_name, casebook.groups, casebook.reason. */
export function settingsOf(
  { personid, name, groups }: Actor,
  reason: string | undefined,
): [actor: string, name: string, groups: string, reason: string] {
  return [personid, name, `{${groups.map((group) => `"${group}"`).join(',')}}`, reason ?? '']
}

type Outcome = 'committed' | 'undone' | 'unknown'

type Found = { status: string | null; is_there: boolean; timeline: string }

/** How many later changes to search. Seconds after the transaction, there can't be more. */
const changesToLookThrough = 200_000

/**
 * Looks up the outcome of a transaction whose commit was not answered. Its history rows are the proof: they contain its
 * number and start time, and were committed with it. A transaction without history changed nothing and may be retried.
 * After a crash its number may be in the future, and PostgreSQL refuses to return the status of such numbers.
 */
async function findOutcome(db: Database, mark: Mark, backoff: Backoff): Promise<Outcome> {
  for (let looks = 0; ; looks++) {
    const { rows } = await sql<Found>`
      select case when ${mark.xid}::xid8 < pg_current_xact_id() then pg_xact_status(${mark.xid}::xid8) end as status,
        ${sql.raw(timeline)}, exists (
        select from history where historyid > (select max(historyid) from history) - ${changesToLookThrough}
          and tx = ${mark.xid}::xid8 and at = ${mark.began}::timestamptz) as is_there`.execute(unscoped(db))
    const [found] = rows
    if (found?.timeline !== mark.timeline) return 'unknown'
    if (found.is_there) return 'committed'
    // It may have committed between the statement's snapshot and the status query: a second look decides.
    if (found.status === 'committed' && looks === 0) continue
    if (found.status !== 'in progress') return 'undone'
    // The server has not yet noticed the lost connection, or the number now belongs to another transaction.
    if (!(await backoff.pause())) return 'unknown'
  }
}

/** PostgreSQL answers COMMIT with ROLLBACK, not with an error, if a statement in the transaction failed. */
async function commit(one: OneConnection) {
  const { rows } = await one.now<{ command: string }>('commit')
  if (rows[0]?.command !== 'COMMIT') throw new Error('The transaction was rolled back.')
}

/** A deadlock or a serialization failure: a retry may succeed. */
export function isTransient(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')
}

/** Gives what the transaction changes from here on a reason in the history. */
export async function setReason(tx: Write, reason: string): Promise<void> {
  await sql`select set_config('casebook.reason', ${reason}, true)`.execute(tx)
}
