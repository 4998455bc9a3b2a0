import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import { type Reader, readsOf, type SiteData } from '../access/site-data.ts'
import { historyChannel, readAgain } from '../database/wake-up.ts'
import type { ImportJobState, KeptOutcome } from '../imports/jobs/import-jobs.sql.ts'
import type { Write } from '../writes/write.ts'

/** How long a process holds an import without renewing its lease. After that another process may claim it. */
export const leaseSeconds = 15

/** An import that this process is working on. */
export type Work = {
  importid: string
  siteid: string
  studyid: string
  formtypeid: string | null
  filename: string
  object_name: string
  from_elsewhere: boolean
  confirmed: string | null
  state: 'CHECKING' | 'IMPORTING'
  text_sha256: string | null
  /** What the check found; null until then. */
  outcome: KeptOutcome | null
  personid: string
  person_name: string
  tokenid: string | null
  attempts: number
}

const columns = sql`importid, siteid, studyid, formtypeid, filename, object_name, from_elsewhere, confirmed, state, text_sha256, outcome, personid,
  person_name, tokenid, attempts`

const isFree = sql`state in ('CHECKING', 'IMPORTING') and lease_until < now()`
const leaseFrom = (seconds: number) => sql`now() + ${seconds} * interval '1 second'`

/** Whether an import waits for a process. */
export async function hasFreeWork(db: SiteData, scope: Scope): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (select from import_job where ${isFree}) as is`.execute(
    readsOf(db, scope),
  )
  return rows[0]?.is ?? false
}

/** Claims the import that has waited longest. Returns undefined if none is waiting. */
export async function claimWork(db: Reader, worker: string): Promise<Work | undefined> {
  const { rows } = await sql<Work>`update import_job set worker = ${worker}, attempts = attempts + 1, done = 0,
      lease_until = ${leaseFrom(leaseSeconds)}
    where importid = (select importid from import_job where ${isFree} order by created_at, importid limit 1 for update skip locked)
    returning ${columns}`.execute(db)
  return rows[0]
}

type Held = Pick<Work, 'importid' | 'state'>

const isHeld = (worker: string, { importid, state }: Held) =>
  sql`importid = ${importid} and worker = ${worker} and state = ${state}`

/** Renews the lease and stores the progress. Returns false if it was cancelled, or another process holds it. */
export async function renewWork(db: Reader, worker: string, work: Held, done: number): Promise<boolean> {
  const { rows } = await sql`update import_job set lease_until = ${leaseFrom(leaseSeconds)}, done = ${done}
    where ${isHeld(worker, work)} returning importid`.execute(db)
  return rows.length > 0
}

/** Releases the lease after so many seconds, so that another process can claim it. */
export async function releaseWork(db: Reader, worker: string, work: Held, seconds: number): Promise<void> {
  await sql`update import_job set worker = null, lease_until = ${leaseFrom(seconds)} where ${isHeld(worker, work)}`.execute(
    db,
  )
}

type End = {
  state: Exclude<ImportJobState, 'UPLOADING' | 'CHECKING' | 'IMPORTING'>
  outcome?: KeptOutcome
  text_sha256?: string
  problem?: string
}

/** Ends the work, if this process still holds it. */
export async function endWork(db: Reader, worker: string, work: Held, end: End): Promise<boolean> {
  const { state, outcome, text_sha256, problem } = end
  const { rows } = await sql`update import_job set state = ${state}, worker = null, problem = ${problem ?? null},
      outcome = coalesce(${outcome ? JSON.stringify(outcome) : null}::jsonb, outcome),
      text_sha256 = coalesce(${text_sha256 ?? null}, text_sha256),
      done = case when ${state} in ('CHECKED', 'DONE') then size else done end,
      finished_at = case when ${state} = 'CHECKED' then null else now() end
    where ${isHeld(worker, work)} returning importid`.execute(db)
  return rows.length > 0
}

/**
 * Lets everybody read again what they see, once the transaction is committed: of one that takes minutes, not every change
 * is reported.
 */
export async function letAllReadAgain(tx: Write): Promise<void> {
  await sql`select pg_notify(${historyChannel}, ${readAgain})`.execute(tx)
}

/** Cancels imports that nobody went on with for a day. */
export async function cancelForgotten(db: SiteData, scope: Scope): Promise<void> {
  await sql`update import_job set state = 'CANCELLED', finished_at = now()
    where state in ('UPLOADING', 'CHECKED') and greatest(created_at, lease_until) < now() - interval '1 day'`.execute(
    readsOf(db, scope),
  )
}

/**
 * Ended imports whose file may still be in the store: in the minutes after the end, and once more when nothing can arrive.
 * Between, a file that arrived late waits, so that many ended imports do not keep each other's files in the store.
 */
export async function listFilesLeft(db: SiteData, scope: Scope) {
  const { rows } = await sql<{ importid: string; object_name: string; isLast: boolean }>`select importid, object_name,
      created_at < now() - interval '3 hours' as "isLast"
    from import_job where finished_at is not null and not is_file_gone
      and (finished_at > now() - interval '5 minutes' or created_at < now() - interval '3 hours')
    order by created_at limit 1000`.execute(readsOf(db, scope))
  return rows
}

/** The file can't arrive any more, and is gone. */
export async function markFileGone(db: SiteData, scope: Scope, importid: string): Promise<void> {
  await sql`update import_job set is_file_gone = true where importid = ${importid}`.execute(readsOf(db, scope))
}

/** Forgets imports of a month ago. */
export async function forgetOld(db: SiteData, scope: Scope): Promise<void> {
  await sql`delete from import_job where is_file_gone and created_at < now() - interval '30 days'`.execute(
    readsOf(db, scope),
  )
}
