import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readJson, readsOf, type SiteData } from '../access/site-data.ts'
import type { UploadTexts } from '../shapes/file-fields.ts'
import { referenceDataOrder, referenceDataShape, referenceDataShapeWith } from '../shapes/reference-data.shape.ts'
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

/** Returns undefined if the file was removed meanwhile. */
export async function readReferenceData(db: SiteData | Write, scope: Scope, ids: Ids, selection: Selection) {
  return readJson(
    readsOf(db, scope),
    sql`select ${jsonObject(referenceDataShape, 'reference_data', selection)} as json from reference_data
      where reference_data.referencedataid = ${ids.referencedataid} and reference_data.subjectid = ${ids.subjectid}
        and reference_data.removed_at is null and ${inScope(scope, 'reference_data')}`,
  )
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
