import { mostExportsPerDay } from '@casebook/domain/exports/exports.rules.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { type Reader, readsOf, type SiteData } from '../access/site-data.ts'
import type { ExportState } from '../database/tables-exports.ts'
import { findStudyRow } from '../studies/studies.sql.ts'
import { newId } from '../writes/versions.ts'
import type { Write } from '../writes/write.ts'
import { codeKeyOf } from './codes/codes.sql.ts'
import { hiddenFromOlder } from './hidden-from-older.sql.ts'

/** An export with its progress. */
export type ExportOnRecord = {
  exportid: string
  siteid: string
  studyid: string | null
  subjectid: string | null
  subjectids: string[] | null
  studyName: string | null
  subjectIdentifier: string | null
  files: boolean
  history: boolean
  closed_only: boolean
  /** Null if an earlier release recorded it, which included deleted subjects. */
  deleted: boolean | null
  deidentified: boolean
  bids: boolean
  parquet: boolean
  redcap: boolean
  segments: boolean
  seed: number
  state: ExportState
  at: Date | null
  size: number | null
  sha256: string | null
  problem: string | null
  personid: string
  person_name: string
  to_store: boolean
  created_at: Date
  finished_at: Date | null
  expires_at: Date | null
  done: number | null
  total: number | null
}

function selectExports(db: Reader, scope: Scope) {
  return db
    .selectFrom('export')
    .innerJoin('current_site', 'current_site.siteid', 'export.siteid')
    .leftJoin('current_study', (join) =>
      join.onRef('current_study.studyid', '=', 'export.studyid').onRef('current_study.siteid', '=', 'export.siteid'),
    )
    .leftJoin('current_subject', (join) =>
      join
        .onRef('current_subject.subjectid', '=', 'export.subjectid')
        .onRef('current_subject.siteid', '=', 'export.siteid'),
    )
    .leftJoin('export_work', 'export_work.exportid', 'export.exportid')
    .select([
      'export.exportid',
      'export.siteid',
      'export.studyid',
      'export.subjectid',
      'export.subjectids',
      'current_study.name as studyName',
      'current_subject.identifier as subjectIdentifier',
      'export.files',
      'export.history',
      'export.closed_only',
      'export.deleted',
      'export.deidentified',
      'export.bids',
      'export.parquet',
      'export.redcap',
      'export.segments',
      'export.seed',
      'export.state',
      'export.at',
      'export.size',
      'export.sha256',
      'export.problem',
      'export.personid',
      'export.person_name',
      'export.to_store',
      'export.created_at',
      'export.finished_at',
      'export.expires_at',
      'export_work.done',
      'export_work.total',
    ])
    .where(inScope(scope, 'export'))
}

/** The number of exports in a list. */
const mostListed = 200

/** A site's exports, newest first. */
export async function listExports(db: SiteData, scope: Scope, siteid: string): Promise<ExportOnRecord[]> {
  return selectExports(readsOf(db, scope), scope)
    .where('export.siteid', '=', siteid)
    .orderBy('export.created_at', 'desc')
    .limit(mostListed)
    .execute()
}

export async function findExport(db: SiteData, scope: Scope, exportid: string): Promise<ExportOnRecord | undefined> {
  return selectExports(readsOf(db, scope), scope).where('export.exportid', '=', exportid).executeTakeFirst()
}

/** Whether all of these subjects exist in the study and in the scope. */
export async function hasSubjects(
  db: SiteData,
  scope: Scope,
  { siteid, studyid, subjectids }: { siteid: string; studyid: string | null; subjectids: readonly string[] },
): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`select count(*)::int as found from current_subject
    where subjectid = any(${sql.val([...subjectids])}::text[]) and studyid = ${studyid} and siteid = ${siteid}
      and ${inScope(scope, 'current_subject')}`.execute(readsOf(db, scope))
  return rows[0]?.found === new Set(subjectids).size
}

/** Whether the site, its study and the study's subject exist and are in the scope. */
export async function hasExportPlace(
  db: SiteData,
  scope: Scope,
  { siteid, studyid, subjectid }: { siteid: string; studyid: string | null; subjectid: string | null },
): Promise<boolean> {
  if (subjectid) return hasSubjects(db, scope, { siteid, studyid, subjectids: [subjectid] })
  if (studyid) return (await findStudyRow(db, scope, studyid))?.siteid === siteid
  const site = await readsOf(db, scope)
    .selectFrom('current_site as site')
    .select('siteid')
    .where('siteid', '=', siteid)
    .where(inScope(scope, 'site'))
    .executeTakeFirst()
  return site !== undefined
}

export type NewExport = {
  siteid: string
  studyid: string | null
  subjectid: string | null
  subjectids: string[] | null
  files: boolean
  history: boolean
  closed_only: boolean
  deleted: boolean
  deidentified: boolean
  bids: boolean
  parquet: boolean
  redcap: boolean
  segments: boolean
  seed: number
  to_store: boolean
}

/** Throws `export.too-many`. A second export in progress is refused by a constraint. */
export async function insertExport(tx: Write, { actor }: Scope, asked: NewExport, origin: string): Promise<string> {
  const { rows } = await sql<{ made: number }>`select count(*)::int as made from export
    where personid = ${actor.personid} and created_at > now() - interval '1 day'`.execute(tx)
  if (asked.to_store && (rows[0]?.made ?? 0) >= mostExportsPerDay)
    throw problem('export.too-many', { params: { most: mostExportsPerDay } })
  const exportid = newId()
  const code_key = asked.deidentified ? await codeKeyOf(tx, asked.siteid) : null
  const by = { personid: actor.personid, person_name: actor.name, code_key }
  const row = { exportid, ...asked, ...by }
  await tx.insertInto('export').values(row).execute()
  await tx
    .insertInto('export_work')
    .values({ exportid, origin, lease_until: sql`timestamptz 'epoch' + ${hiddenFromOlder(asked)}` })
    .execute()
  return exportid
}

type Ending = {
  state: 'DONE' | 'FAILED' | 'CANCELLED' | 'EXPIRED'
  problem?: string
  sha256?: string
  size?: number
  expires_at?: Date
}

/** Ends an export in progress. Returns false if it has already ended. */
export async function endExport(tx: Write, exportid: string, ending: Ending): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('export')
    .set({ ...ending, finished_at: sql<Date>`now()` })
    .where('exportid', '=', exportid)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The process that makes it notices and cleans up. An export that no process has claimed is removed at once. */
export async function cancelExport(tx: Write, exportid: string): Promise<void> {
  await endExport(tx, exportid, { state: 'CANCELLED' })
  await tx
    .deleteFrom('export_work')
    .where('exportid', '=', exportid)
    .where('worker', 'is', null)
    .where('uploadid', 'is', null)
    .execute()
}

export async function startExport(tx: Write, exportid: string, at: Date): Promise<void> {
  await tx
    .updateTable('export')
    .set({ state: 'RUNNING', at })
    .where('exportid', '=', exportid)
    .where('state', 'in', ['WAITING', 'RUNNING'])
    .execute()
}

export async function listExpired(db: SiteData, scope: Scope): Promise<{ exportid: string }[]> {
  return readsOf(db, scope)
    .selectFrom('export')
    .select('exportid')
    .where('state', '=', 'DONE')
    .where('expires_at', '<', sql<Date>`now()`)
    .limit(100)
    .execute()
}

export async function expireExport(tx: Write, exportid: string): Promise<void> {
  await tx
    .updateTable('export')
    .set({ state: 'EXPIRED' })
    .where('exportid', '=', exportid)
    .where('state', '=', 'DONE')
    .execute()
}
