import type { LeftOutColumn } from '@casebook/domain/exports/import/import-plan.ts'
import type { ImportOrigin } from '@casebook/domain/exports/import/origins.ts'
import type { ImportTotals } from '@casebook/domain/exports/import/plan-parts.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import { readsOf, type SiteData } from '../../access/site-data.ts'
import type { Write } from '../../writes/write.ts'

export type ImportJobState = 'UPLOADING' | 'CHECKING' | 'CHECKED' | 'IMPORTING' | 'DONE' | 'FAILED' | 'CANCELLED'

/** A mistake as it is kept and shown. */
export type KeptMistake = {
  row: number
  column: string | null
  code: string
  message: string
  reason: string
  params: { key: string; value: string }[]
}

/** What an import would change or has changed, as it is kept. */
export type KeptOutcome = ImportTotals & {
  leftOutColumns: readonly LeftOutColumn[]
  origins: readonly ImportOrigin[]
  mistakes: readonly KeptMistake[]
  /** As `startSeen` says it. Outcomes of earlier releases have none. */
  seen?: string
}

export type ImportJobOnRecord = {
  importid: string
  siteid: string
  studyid: string
  formtypeid: string | null
  filename: string
  object_name: string
  sha256: string | null
  size: number | null
  state: ImportJobState
  text_sha256: string | null
  checks: number
  outcome: KeptOutcome | null
  problem: string | null
  done: number
  created_at: Date
  finished_at: Date | null
}

const columns = sql`job.importid, job.siteid, job.studyid, job.formtypeid, job.filename, job.object_name, job.sha256,
  job.size::float8 as size, job.state, job.text_sha256, job.checks, job.outcome, job.problem, job.done::float8 as done, job.created_at,
  job.finished_at`

/** An import that the person began, in a study that they see. */
export async function findImportJob(db: SiteData, scope: Scope, studyid: string, importid: string) {
  const { rows } =
    await sql<ImportJobOnRecord>`select ${columns} from import_job job join current_study using (studyid, siteid)
    where job.importid = ${importid} and job.studyid = ${studyid} and job.personid = ${scope.actor.personid}
      and ${inScope(scope, 'job')}`.execute(readsOf(db, scope))
  return rows[0]
}

export async function listImportJobs(db: SiteData, scope: Scope, studyid: string): Promise<ImportJobOnRecord[]> {
  const { rows } =
    await sql<ImportJobOnRecord>`select ${columns} from import_job job join current_study using (studyid, siteid)
    where job.studyid = ${studyid} and job.personid = ${scope.actor.personid} and ${inScope(scope, 'job')}
      and (job.finished_at is null or job.finished_at > now() - interval '1 day')
    order by job.created_at desc, job.importid limit 100`.execute(readsOf(db, scope))
  return rows
}

/** How many imports of a person may be unfinished. */
const mostUnfinished = 5

type NewJob = {
  importid: string
  siteid: string
  studyid: string
  filename: string
  object_name: string
  sha256: string | null
  tokenid: string | null
}

/** Throws `import.job.too-many`. */
export async function insertImportJob(tx: Write, { actor }: Scope, job: NewJob): Promise<void> {
  const { personid, name } = actor
  const { numAffectedRows } =
    await sql`with turn as (select pg_advisory_xact_lock(hashtext('imports of a person'), hashtext(${personid})))
    insert into import_job (importid, siteid, studyid, filename, object_name, sha256, tokenid, personid, person_name)
    select ${job.importid}, ${job.siteid}, ${job.studyid}, ${job.filename}, ${job.object_name}, ${job.sha256}, ${job.tokenid},
      ${personid}, ${name} from turn
    where (select count(*) from import_job where personid = ${personid} and finished_at is null) < ${mostUnfinished}`.execute(
      tx,
    )
  if (numAffectedRows === 0n) throw problem('import.job.too-many', { params: { most: mostUnfinished } })
}

/** Who asks for a step of an import: it has the rights of the last one who did. */
type Asker = { tokenid: string | null; name: string }

type Checking = { formtypeid: string | null; from_elsewhere: boolean; confirmed: string | null; size: number }

/** Lets the file be checked. Returns false if it is being worked on, or has ended. */
export async function checkImportJob(tx: Write, importid: string, by: Asker, asked: Checking): Promise<boolean> {
  const { numAffectedRows } = await sql`update import_job set state = 'CHECKING', formtypeid = ${asked.formtypeid},
      from_elsewhere = ${asked.from_elsewhere}, confirmed = ${asked.confirmed}, size = ${asked.size}, done = 0, outcome = null,
      checks = checks + 1, attempts = 0, worker = null, lease_until = '-infinity', tokenid = ${by.tokenid}, person_name = ${by.name}
    where importid = ${importid} and state in ('UPLOADING', 'CHECKED')`.execute(tx)
  return numAffectedRows === 1n
}

/**
 * Lets a checked file be imported. Throws `import.job.rechecked` if it was checked again after `check`, and
 * `import.job.unchecked` if it is not checked, or has mistakes.
 */
export async function startImportJob(
  tx: Write,
  importid: string,
  { by, check }: { by: Asker; check: number | undefined },
): Promise<void> {
  const { rows } = await sql<{
    checks: number
  }>`select checks from import_job where importid = ${importid} for update`.execute(tx)
  if (check !== undefined && check !== rows[0]?.checks) throw problem('import.job.rechecked', { field: 'check' })
  const { numAffectedRows } =
    await sql`update import_job set state = 'IMPORTING', done = 0, attempts = 0, worker = null,
      lease_until = '-infinity', tokenid = ${by.tokenid}, person_name = ${by.name}
    where importid = ${importid} and state = 'CHECKED' and outcome -> 'mistakes' = '[]'`.execute(tx)
  if (numAffectedRows === 0n) throw problem('import.job.unchecked')
}

/** Cancels an import that has not ended. What works on it stops, and commits nothing. */
export async function cancelImportJob(tx: Write, importid: string): Promise<void> {
  await sql`update import_job set state = 'CANCELLED', finished_at = now()
    where importid = ${importid} and finished_at is null`.execute(tx)
}
