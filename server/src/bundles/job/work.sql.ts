import { sql } from 'kysely'
import type { Scope } from '../../access/scope.ts'
import { type Reader, readsOf, type SiteData } from '../../access/site-data.ts'
import type { ExportOnRecord } from '../../exports/exports.sql.ts'
import { hiddenFromOlderInRow as hidden } from '../../exports/hidden-from-older.sql.ts'
import { bilingual, type EmailMessage, type Mailer } from '../../mail/mailer.ts'
import type { StoredPart } from '../../object-store/object-store.ts'
import type { Write } from '../../writes/write.ts'
import type { BundleEntry } from './write-bundle.ts'

/** How long a process holds an export without renewing its lease. After that another process may claim it. */
export const leaseSeconds = 15

/** An export that this process is making. */
export type Work = Pick<
  ExportOnRecord,
  | 'exportid'
  | 'siteid'
  | 'studyid'
  | 'subjectid'
  | 'subjectids'
  | 'files'
  | 'history'
  | 'closed_only'
  | 'deleted'
  | 'deidentified'
  | 'bids'
  | 'parquet'
  | 'redcap'
  | 'segments'
  | 'seed'
  | 'at'
  | 'personid'
> & {
  code_key: string | null
  attempts: number
  origin: string
  release: string | null
  is_spooled: boolean
  part_bytes: number | null
  uploadid: string | null
  total: number | null
}

const workColumns = sql`export.exportid, export.siteid, export.studyid, export.subjectid, export.subjectids, export.files, export.history,
  export.closed_only, export.deleted, export.deidentified, export.bids, export.parquet, export.redcap, export.segments, export.seed, export.code_key, export.at, export.personid, work.attempts, work.origin, work.release, work.is_spooled, work.part_bytes,
  work.uploadid, work.total`

const leaseFrom = (seconds: number) => sql`now() + ${seconds} * interval '1 second' + ${hidden}`

const isFree = sql`export.to_store and export.state in ('WAITING', 'RUNNING') and work.lease_until < now() + ${hidden}`

/** Whether an export is waiting for a process. */
export async function hasFreeWork(db: SiteData, scope: Scope): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (select from export_work work join export using (exportid)
    where ${isFree}) as is`.execute(readsOf(db, scope))
  return rows[0]?.is ?? false
}

/** Claims the export that has waited longest. Returns undefined if none is waiting. */
export async function claimWork(db: Reader, worker: string): Promise<Work | undefined> {
  const { rows } = await sql<Work>`
    update export_work work set worker = ${worker}, attempts = work.attempts + 1,
      lease_until = ${leaseFrom(leaseSeconds)}
    from export where export.exportid = work.exportid and work.exportid = (
      select work.exportid from export_work work join export using (exportid) where ${isFree}
      order by export.created_at limit 1 for update of work skip locked)
    returning ${workColumns}`.execute(db)
  return rows[0]
}

/** Claims an export that no server may claim. */
export async function claimOwn(db: Reader, worker: string, exportid: string): Promise<Work | undefined> {
  const { rows } = await sql<Work>`
    update export_work work set worker = ${worker}, lease_until = ${leaseFrom(leaseSeconds)}
    from export where export.exportid = work.exportid and work.exportid = ${exportid}
    returning ${workColumns}`.execute(db)
  return rows[0]
}

/** Renews the lease and stores the progress. Returns false if the export was cancelled or another process holds it. */
export async function renewWork(db: Reader, worker: string, exportid: string, done: number): Promise<boolean> {
  const { rows } = await sql`
    update export_work work set lease_until = ${leaseFrom(leaseSeconds)}, done = ${done},
      total = greatest(work.total, ${done})
    from export where export.exportid = work.exportid and work.exportid = ${exportid} and work.worker = ${worker}
      and export.state in ('WAITING', 'RUNNING')
    returning work.exportid`.execute(db)
  return rows.length > 0
}

/** Releases the lease after so many seconds, so that another process can claim it. */
export async function releaseWork(db: Reader, worker: string, exportid: string, seconds: number): Promise<void> {
  await sql`update export_work work set worker = null, lease_until = ${leaseFrom(seconds)}
    from export where export.exportid = work.exportid and work.exportid = ${exportid} and work.worker = ${worker}`.execute(
    db,
  )
}

type Change = {
  is_spooled?: boolean
  release?: string
  part_bytes?: number
  uploadid?: string | null
  total?: number
  done?: number
}

export async function updateWork(db: Reader, exportid: string, change: Change): Promise<void> {
  await db.updateTable('export_work').set(change).where('exportid', '=', exportid).execute()
}

/** Stores a part together with the entries that end in it, so that an interrupted export can continue from there. */
export async function keepPart(
  db: Reader,
  { worker, exportid }: { worker: string; exportid: string },
  part: StoredPart,
  entries: readonly { place: number; entry: BundleEntry }[],
): Promise<void> {
  await sql`with held as (update export_work set attempts = 0 where exportid = ${exportid} and worker = ${worker} returning exportid),
      part as (insert into export_part (exportid, number, tag) select exportid, ${part.number}::int, ${part.tag}::text from held
        on conflict (exportid, number) do update set tag = excluded.tag)
    insert into export_entry (exportid, place, entry)
    select held.exportid, place, entry from held, jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as kept (place int, entry jsonb)
    on conflict (exportid, place) do update set entry = excluded.entry`.execute(db)
}

export async function listParts(db: Reader, exportid: string): Promise<StoredPart[]> {
  const { rows } = await sql<StoredPart>`select number, tag from export_part where exportid = ${exportid}
    order by number`.execute(db)
  return rows
}

export async function listEntries(db: Reader, exportid: string): Promise<BundleEntry[]> {
  const { rows } = await sql<{ entry: BundleEntry }>`select entry from export_entry where exportid = ${exportid}
    order by place`.execute(db)
  return rows.map(({ entry }) => entry)
}

/** Deletes the written parts and entries, so that the bundle starts again. */
export async function forgetWritten(db: Reader, exportid: string): Promise<void> {
  for (const table of ['export_part', 'export_entry'])
    await sql`delete from ${sql.table(table)} where exportid = ${exportid}`.execute(db)
}

/** Deletes the working data of an export. */
export async function removeWork(db: Reader, exportid: string): Promise<void> {
  for (const table of ['export_part', 'export_entry', 'export_spool', 'export_work'])
    await sql`delete from ${sql.table(table)} where exportid = ${exportid}`.execute(db)
}

/** Lists work of ended exports that no process holds, and unfinished exports whose command or work is gone. */
export async function listLeftovers(db: SiteData, scope: Scope) {
  const reader = readsOf(db, scope)
  const { rows: ended } = await sql<{ exportid: string; uploadid: string | null }>`
    select work.exportid, work.uploadid from export_work work left join export using (exportid)
    where work.lease_until < now() + ${hidden} and coalesce(export.state, '') not in ('WAITING', 'RUNNING') limit 100`.execute(
    reader,
  )
  const { rows: lost } = await sql<{ exportid: string }>`
    select export.exportid from export left join export_work work using (exportid)
    where export.state in ('WAITING', 'RUNNING') and (work.exportid is null
      or (not export.to_store and work.lease_until < now() + ${hidden} and export.created_at < now() - interval '1 minute'))
    limit 100`.execute(reader)
  return { ended, lost }
}

type ExportRequest = { personid: string; origin: string; siteid: string; isDone: boolean }

/** Emails the person who requested an export that it has ended, if they still see the site and have a verified address. */
export async function queueEmail(tx: Write, mailer: Pick<Mailer, 'queue'>, asked: ExportRequest): Promise<void> {
  const person = await tx
    .selectFrom('person')
    .select(['given_name', 'family_name', 'email'])
    .where('personid', '=', asked.personid)
    .where('state', '=', 'active')
    .where('email_verified', '=', true)
    // They may have lost the site since they asked.
    .where(sql<boolean>`(all_sites or ${asked.siteid} = any(sites))`)
    .executeTakeFirst()
  if (!person?.email) return
  const name = [person.given_name, person.family_name].filter(Boolean).join(' ')
  await mailer.queue(tx, exportEmail({ name, address: person.email }, asked))
}

/** Contains no data and no name of a study or subject. The linked page shows those. */
function exportEmail(to: EmailMessage['to'], { origin, siteid, isDone }: ExportRequest): EmailMessage {
  const link = `${origin}/exports?site=${siteid}`
  if (isDone) {
    return bilingual(
      to,
      'Casebook: your export is ready / eksporten er klar',
      `The export that you asked for is ready. Download it within 7 days: ${link}`,
      `Eksporten du ba om, er klar. Last den ned innen 7 dager: ${link}`,
    )
  }
  return bilingual(
    to,
    'Casebook: your export failed / eksporten mislyktes',
    `The export that you asked for could not be made. See why, and try again: ${link}`,
    `Eksporten som du ba om, kunne ikke lages. Se hvorfor, og prøv igjen: ${link}`,
  )
}
