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
      if (isDeadlock(error) && ++deadlocks < 3) continue
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

/** A transaction's number, by which it can be asked for after its connection was lost; a server that takes over counts anew. */
type Mark = { xid: string; timeline: string }

const timeline = `left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`

const attributeText = `select pg_current_xact_id()::text as xid, ${timeline},
  set_config('casebook.actor', $1, true), set_config('casebook.actor_name', $2, true),
  set_config('casebook.groups', $3, true), set_config('casebook.reason', $4, true)`

async function attribute(
  one: OneConnection,
  { personid, name, groups }: Actor,
  reason: string | undefined,
): Promise<Mark> {
  const groupsText = `{${groups.map((group) => `"${group}"`).join(',')}}`
  const values = [personid, name, groupsText, reason ?? '']
  const { rows } = await one.now<Mark>(attributeText, values)
  return rows[0] ?? { xid: '', timeline: '' }
}

type Outcome = 'committed' | 'undone' | 'unknown'

/** What became of a transaction whose commit was not answered. */
async function findOutcome(db: Database, mark: Mark, patience: Patience): Promise<Outcome> {
  for (;;) {
    const { rows } = await sql<{ status: string | null; timeline: string }>`
      select pg_xact_status(${mark.xid}::xid8) as status, ${sql.raw(timeline)}`.execute(db)
    const [found] = rows
    if (found?.timeline !== mark.timeline) return 'unknown'
    if (found.status === 'committed') return 'committed'
    if (found.status === 'aborted') return 'undone'
    // The server has not noticed yet that we are gone.
    if (!(await patience.pause())) return 'unknown'
  }
}

/** PostgreSQL answers the COMMIT of a transaction in which something failed with ROLLBACK, and no error. */
async function commit(one: OneConnection) {
  const { rows } = await one.now<{ command: string }>('commit')
  if (rows[0]?.command !== 'COMMIT') throw new Error('The transaction was rolled back.')
}

function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')
}
