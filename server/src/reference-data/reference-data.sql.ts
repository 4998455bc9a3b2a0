import { sql } from 'kysely'
import { type Reader, readJson } from '../database/read.ts'
import { anyJson, columns, jsonList, jsonObject, numberColumns, plainColumns, type Shape } from '../database/shape.ts'
import { inScope, type Scope } from '../platform/scope.ts'
import type { Selection } from '../platform/selection.ts'
import type { Write } from '../platform/write.ts'

/** Where the bytes of an uploaded file are: what a download link is made of. */
export type Stored = { objectName: string; filename: string }

/** Reads from a row whose alias is `reference_data`. `downloadUrl` is answered as Stored; the resolver makes a link of it. */
export const referenceDataShape: Shape = {
  type: 'ReferenceData',
  fields: {
    ...plainColumns('referencedataid', 'activitytypeid', 'siteid', 'subjectid', 'studyid', 'status'),
    ...columns('filename'),
    ...numberColumns('size'),
    persistedObjectName: (row) => anyJson(sql.ref(`${row}.object_name`)),
    objectUrl: () => sql`null::text`,
    fields: () => sql`null::text`,
    downloadUrl: (row) =>
      sql`case when ${sql.ref(`${row}.status`)} = 'UPLOADED' then
        json_build_object('objectName', ${sql.ref(`${row}.object_name`)}, 'filename', ${sql.ref(`${row}.filename`)})::text end`,
  },
}

/** By name without case, as `compareReferenceData` orders them. */
export const referenceDataOrder = sql`lower(reference_data.filename) collate "C", reference_data.filename collate "C", reference_data.referencedataid`

/** Undefined where the subject is not there, or the activity type is not of its study. */
export async function listReferenceData(
  db: Reader,
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
    db,
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

type UploadTexts = { objectUrl: string; fields: string }

/** Answers the new row together with the form to upload by, which is stored nowhere. */
export async function insertReferenceData(tx: Write, row: NewReferenceData, form: UploadTexts, selection: Selection) {
  const { type, fields } = referenceDataShape
  const shape: Shape = {
    type,
    fields: {
      ...fields,
      objectUrl: () => anyJson(sql`${form.objectUrl}::text`),
      fields: () => anyJson(sql`${form.fields}::text`),
    },
  }
  return readJson(
    tx,
    sql`insert into reference_data (referencedataid, siteid, studyid, subjectid, activitytypeid, filename, object_name, sha256, expires_at)
      values (${row.referencedataid}, ${row.siteid}, ${row.studyid}, ${row.subjectid}, ${row.activitytypeid}, ${row.filename},
        ${row.object_name}, ${row.sha256}, ${row.expires_at})
      returning ${jsonObject(shape, 'reference_data', selection)} as json`,
  )
}

type Ids = { subjectid: string; referencedataid: string }

/** What is needed to look for a file in the store and to settle it. */
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

export async function findUpload(db: Reader, scope: Scope, ids: Ids): Promise<UploadOnRecord | undefined> {
  return db
    .selectFrom('current_reference_data as file')
    .select(uploadColumns)
    .where('file.referencedataid', '=', ids.referencedataid)
    .where('file.subjectid', '=', ids.subjectid)
    .where(inScope(scope, 'file'))
    .executeTakeFirst()
}

/**
 * Uploads of open subjects that are PENDING for a minute or more, those whose policy ran out first foremost. A closed or deleted
 * subject keeps what it has.
 */
export async function listPendingUploads(db: Reader, scope: Scope, most: number): Promise<UploadOnRecord[]> {
  return db
    .selectFrom('current_reference_data as file')
    .innerJoin('subject', (join) =>
      join.onRef('subject.subjectid', '=', 'file.subjectid').onRef('subject.siteid', '=', 'file.siteid'),
    )
    .select(uploadColumns)
    .where('file.status', '=', 'PENDING')
    .where('file.created_at', '<', sql<Date>`now() - interval '1 minute'`)
    .where('subject.status', '=', 'OPEN')
    .where(inScope(scope, 'file'))
    .orderBy('file.expires_at')
    .limit(most)
    .execute()
}

export async function readReferenceData(db: Reader, scope: Scope, ids: Ids, selection: Selection) {
  return readJson(
    db,
    sql`select ${jsonObject(referenceDataShape, 'reference_data', selection)} as json from reference_data
      where reference_data.referencedataid = ${ids.referencedataid} and reference_data.subjectid = ${ids.subjectid}
        and ${inScope(scope, 'reference_data')}`,
  )
}

/** What became of an upload: its bytes where the store holds it, null where it failed. What is UPLOADED or removed stays so. */
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

/** Hides the file; the store keeps it. Undefined where there is none. */
export async function removeReferenceData(tx: Write, ids: Ids, selection: Selection) {
  return readJson(
    tx,
    sql`update reference_data set removed_at = now()
      where referencedataid = ${ids.referencedataid} and subjectid = ${ids.subjectid} and removed_at is null
      returning ${jsonObject(referenceDataShape, 'reference_data', selection)} as json`,
  )
}
