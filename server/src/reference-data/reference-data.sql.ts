import { sql } from 'kysely'
import { readJson } from '../access/read-json.ts'
import { inScope, type Scope } from '../access/scope.ts'
import { readsOf, type SiteData } from '../access/site-data.ts'
import {
  referenceDataOrder,
  referenceDataShape,
  referenceDataShapeWith,
  type UploadTexts,
} from '../shapes/reference-data.shape.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import { jsonList, jsonObject } from '../shapes/shape/shape.ts'
import type { Write } from '../writes/write.ts'

/** Returns undefined if the subject does not exist, or the activity type is not of its study. */
export async function listReferenceData(
  db: SiteData,
  scope: Scope,
  { subjectid, activitytypeid }: { subjectid: string; activitytypeid?: string | null | undefined },
  selection: Selection,
) {
  const ofType = activitytypeid ? sql`and reference_data.activitytypeid = ${activitytypeid}` : sql``
  const ofStudy = activitytypeid
    ? sql`and exists (select from activity_type where activity_type.activitytypeid = ${activitytypeid}
        and activity_type.studyid = subject.studyid and activity_type.siteid = subject.siteid)`
    : sql``
  return readJson(
    readsOf(db, scope),
    sql`select ${jsonList(referenceDataShape, 'reference_data', selection, {
      from: sql`reference_data where reference_data.subjectid = subject.subjectid and reference_data.removed_at is null ${ofType}`,
      orderBy: referenceDataOrder,
    })} as json from current_subject subject where subject.subjectid = ${subjectid} and ${inScope(scope, 'subject')} ${ofStudy}`,
  )
}

type NewReferenceData = {
  referencedataid: string
  siteid: string
  studyid: string
  subjectid: string
  activitytypeid: string
  filename: string
  object_name: string
  sha256: string | null
  expires_at: Date
}

/** Returns the new row together with the upload form, which is not stored. */
export async function insertReferenceData(tx: Write, row: NewReferenceData, form: UploadTexts, selection: Selection) {
  return readJson(
    tx,
    sql`insert into reference_data (referencedataid, siteid, studyid, subjectid, activitytypeid, filename, object_name, sha256, expires_at)
      values (${row.referencedataid}, ${row.siteid}, ${row.studyid}, ${row.subjectid}, ${row.activitytypeid}, ${row.filename},
        ${row.object_name}, ${row.sha256}, ${row.expires_at})
      returning ${jsonObject(referenceDataShapeWith(form), 'reference_data', selection)} as json`,
  )
}

type Ids = { subjectid: string; referencedataid: string }

/** What is needed to find a file in the store and settle it. */
export type UploadOnRecord = Ids & {
  object_name: string
  status: 'PENDING' | 'UPLOADED' | 'FAILED'
  sha256: string | null
  expires_at: Date
}

const uploadColumns = [
  'file.subjectid',
  'file.referencedataid',
  'file.object_name',
  'file.status',
  'file.sha256',
  'file.expires_at',
] as const

export async function findUpload(db: SiteData, scope: Scope, ids: Ids): Promise<UploadOnRecord | undefined> {
  return readsOf(db, scope)
    .selectFrom('current_reference_data as file')
    .select(uploadColumns)
    .where('file.referencedataid', '=', ids.referencedataid)
    .where('file.subjectid', '=', ids.subjectid)
    .where(inScope(scope, 'file'))
    .executeTakeFirst()
}

/** How long after its policy ends an upload that began in time is looked for: 150 MB at 20 kB/s. */
const lateArrival = sql`interval '2 hours'`

/**
 * Uploads of open subjects that the store may know about: those PENDING for a minute or more, earliest policy end
 * first, or FAILED ones that may still arrive, latest failure first. Closed and deleted subjects are not changed.
 */
export async function listUnsettledUploads(
  db: SiteData,
  scope: Scope,
  { status, most }: { status: 'PENDING' | 'FAILED'; most: number },
): Promise<UploadOnRecord[]> {
  return readsOf(db, scope)
    .selectFrom('current_reference_data as file')
    .innerJoin('subject', (join) =>
      join.onRef('subject.subjectid', '=', 'file.subjectid').onRef('subject.siteid', '=', 'file.siteid'),
    )
    .select(uploadColumns)
    .where('file.status', '=', status)
    .where(
      status === 'PENDING'
        ? sql<boolean>`file.created_at < now() - interval '1 minute'`
        : sql<boolean>`file.expires_at > now() - ${lateArrival}`,
    )
    .where('subject.status', '=', 'OPEN')
    .where(inScope(scope, 'file'))
    .orderBy('file.expires_at', status === 'PENDING' ? 'asc' : 'desc')
    .limit(most)
    .execute()
}

/** Returns undefined if the file was removed meanwhile. */
export async function readReferenceData(db: SiteData | Write, scope: Scope, ids: Ids, selection: Selection) {
  return readJson(
    readsOf(db, scope),
    sql`select ${jsonObject(referenceDataShape, 'reference_data', selection)} as json from reference_data
      where reference_data.referencedataid = ${ids.referencedataid} and reference_data.subjectid = ${ids.subjectid}
        and reference_data.removed_at is null and ${inScope(scope, 'reference_data')}`,
  )
}

/** The outcome of an upload: its size if the store has it, null if it failed. An UPLOADED or removed file is not changed. */
export async function settleUpload(tx: Write, { subjectid, referencedataid }: Ids, size: number | null) {
  const status = size === null ? 'FAILED' : 'UPLOADED'
  await tx
    .updateTable('reference_data')
    .set({ status, size })
    .where('referencedataid', '=', referencedataid)
    .where('subjectid', '=', subjectid)
    .where('status', 'not in', ['UPLOADED', status])
    .where('removed_at', 'is', null)
    .execute()
}

/** The removed file's activity type, and when it was removed. Returns undefined if there is no such file, or it is not removed. */
export async function findRemovedFile(tx: Write, { subjectid, referencedataid }: Ids) {
  return tx
    .selectFrom('reference_data')
    .select(['activitytypeid', 'removed_at'])
    .where('referencedataid', '=', referencedataid)
    .where('subjectid', '=', subjectid)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()
}
