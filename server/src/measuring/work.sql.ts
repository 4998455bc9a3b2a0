import type { Result } from '@casebook/domain/recordings/measures/measuring.ts'
import type { UnreadableCode } from '@casebook/domain/recordings/unreadable-recording.ts'
import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import { type Reader, readsOf, type SiteData } from '../access/site-data.ts'
import type { Write } from '../writes/write.ts'

/** How long a process holds a file without renewing its lease. After that another process may claim it. */
export const leaseSeconds = 15

/** A file that this process is measuring. `asked`: which of the changes so far it takes into account. */
export type Work = { referencedataid: string; siteid: string; asked: number; attempts: number }

const isFree = sql`lease_until < now()`
const leaseFrom = (seconds: number) => sql`now() + ${seconds} * interval '1 second'`
const ofFile = ({ referencedataid, siteid }: Pick<Work, 'referencedataid' | 'siteid'>) =>
  sql`referencedataid = ${referencedataid} and siteid = ${siteid}`

/** Whether a file waits for a process. */
export async function hasFreeWork(db: SiteData, scope: Scope): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select exists (select from measuring where ${isFree}) as is`.execute(
    readsOf(db, scope),
  )
  return rows[0]?.is ?? false
}

/** Claims the file that has waited longest. Returns undefined if none is waiting. */
export async function claimWork(db: Reader, worker: string): Promise<Work | undefined> {
  const { rows } =
    await sql<Work>`update measuring set worker = ${worker}, attempts = attempts + 1, lease_until = ${leaseFrom(leaseSeconds)}
    where (referencedataid, siteid) = (
      select referencedataid, siteid from measuring where ${isFree} order by lease_until, referencedataid limit 1 for update skip locked)
    returning referencedataid, siteid, asked, attempts`.execute(db)
  return rows[0]
}

/** Renews the lease. Returns false if another process holds it, or what the values depend on has changed. */
export async function renewWork(db: Reader, worker: string, work: Work): Promise<boolean> {
  const { rows } = await sql`update measuring set lease_until = ${leaseFrom(leaseSeconds)}
    where ${ofFile(work)} and worker = ${worker} and asked = ${work.asked} returning asked`.execute(db)
  return rows.length > 0
}

/** Releases the lease after so many seconds, so that another process can claim it. */
export async function releaseWork(db: Reader, worker: string, work: Work, seconds: number): Promise<void> {
  await sql`update measuring set worker = null, lease_until = ${leaseFrom(seconds)}
    where ${ofFile(work)} and worker = ${worker}`.execute(db)
}

/** Ends the work, if it is still this process's and nothing has changed. */
export async function endWork(db: Reader, worker: string, work: Work): Promise<boolean> {
  const { rows } =
    await sql`delete from measuring where ${ofFile(work)} and worker = ${worker} and asked = ${work.asked}
    returning asked`.execute(db)
  return rows.length > 0
}

/** Asks for every file that was measured by other versions of the methods, or never. */
export async function askForOutdated(db: SiteData, scope: Scope, methods: Methods): Promise<void> {
  await sql`insert into measuring (referencedataid, siteid)
    select file.referencedataid, file.siteid from current_reference_data file left join measured_file measured using (referencedataid, siteid)
    where file.status = 'UPLOADED' and measured.methods is distinct from ${JSON.stringify(methods)}::jsonb
    on conflict do nothing`.execute(readsOf(db, scope))
}

/** The versions of the methods by their names. */
export type Methods = Readonly<Record<string, string>>

/** What the values of a file depend on. Times are in epoch seconds. */
export type File = {
  studyid: string
  subjectid: string
  activitytypeid: string
  visitid: string
  occurrence: number
  filename: string
  object_name: string
  size: number
  description: string | null
  layout: string | null
  recorded_from: number | null
  recorded_to: number | null
  zone: string | null
  clock_correction: number
  start_time: number
  stop_time: number
  epoch_seconds: number
}

/** Returns undefined if the file was removed. */
export async function findFile(db: Reader, work: Work): Promise<File | undefined> {
  const { rows } =
    await sql<File>`select file.studyid, file.subjectid, file.activitytypeid, file.visitid, file.occurrence,
      file.filename, file.object_name, file.size::float8 as size, file.description::text as description,
      nullif(file.description -> 'layout', 'null')::text as layout,
      file.recorded_from, file.recorded_to, file.zone, file.clock_correction, activity.start_time::float8 as start_time, activity.stop_time::float8 as stop_time,
      study.epoch_seconds
    from current_reference_data file
    join activity using (subjectid, activitytypeid, siteid, visitid, occurrence)
    join study on study.studyid = file.studyid and study.siteid = file.siteid
    where file.status = 'UPLOADED' and file.referencedataid = ${work.referencedataid} and file.siteid = ${work.siteid}`.execute(
      db,
    )
  return rows[0]
}

/** The problem of a file that can't be read without another one of its activity. */
export const missingCompanion: UnreadableCode = 'missing-companion'

/** Another file of the same activity, by its name. */
export async function findCompanion(db: Reader, { siteid }: Work, file: File, filename: string) {
  const { rows } = await sql<{
    referencedataid: string
    object_name: string
    size: number
  }>`select referencedataid, object_name, size::float8 as size from current_reference_data
    where subjectid = ${file.subjectid} and activitytypeid = ${file.activitytypeid} and siteid = ${siteid}
      and visitid = ${file.visitid} and occurrence = ${file.occurrence} and status = 'UPLOADED' and filename = ${filename}
    order by created_at desc limit 1`.execute(db)
  return rows[0]
}

/** Asks for a file once more that could not be read without the one that is there now. */
export async function askForReadable(tx: Write, { siteid }: Work, referencedataid: string): Promise<void> {
  await sql`insert into measuring (referencedataid, siteid)
    select referencedataid, siteid from measured_file
    where referencedataid = ${referencedataid} and siteid = ${siteid} and problem = ${missingCompanion}
    on conflict (referencedataid, siteid) do update set asked = measuring.asked + 1, attempts = 0`.execute(tx)
}

/** What was measured, and how. */
export type Measured = {
  problem: string | null
  methods: Methods
  layout: string | null
  begun: number | null
  measured_from: number
  measured_to: number
  of_activity: boolean
  epoch_seconds: number
}

/** What the values of a file are now, without those of epochs. */
export type Before = Measured & { measured_at: string; earlier: unknown[]; values: unknown[] }

export async function findMeasured(db: Reader, { referencedataid, siteid }: Work): Promise<Before | undefined> {
  const { rows } =
    await sql<Before>`select problem, methods, layout, begun, measured_from, measured_to, of_activity, epoch_seconds, earlier,
      to_char(measured_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as measured_at,
      coalesce((select jsonb_agg(jsonb_build_object('channel', channel, 'measure', measure, 'value', value, 'unit', unit) order by place)
        from measure where measure.referencedataid = measured_file.referencedataid and measure.siteid = measured_file.siteid), '[]') as values
    from measured_file where referencedataid = ${referencedataid} and siteid = ${siteid}`.execute(db)
  return rows[0]
}

type Kept = { measured: Measured; earlier: readonly unknown[]; results: readonly Result[] }

/** Replaces what was measured in a file. */
export async function keepMeasured(tx: Write, work: Work, file: File, { measured, earlier, results }: Kept) {
  const { referencedataid, siteid } = work
  const { studyid, subjectid } = file
  await sql`delete from measured_file where referencedataid = ${referencedataid} and siteid = ${siteid}`.execute(tx)
  await tx
    .insertInto('measured_file')
    .values({
      ...measured,
      referencedataid,
      siteid,
      studyid,
      subjectid,
      methods: JSON.stringify(measured.methods),
      earlier: JSON.stringify(earlier),
    })
    .execute()
  for (const [place, result] of results.entries()) {
    await tx
      .insertInto('measure')
      .values({
        referencedataid,
        siteid,
        studyid,
        subjectid,
        place,
        channel: result.channel,
        measure: result.measure,
        unit: result.unit,
        value: result.value,
        recorded: result.recorded,
        method: result.method,
        method_version: result.version,
        reference: result.reference,
        parameters: JSON.stringify(result.parameters),
        first_epoch: result.firstEpoch,
        epochs: sql`${result.epochs.map((value) => (Number.isFinite(value) ? value : null))}::double precision[]`,
      })
      .execute()
  }
}
