import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readJson, readsOf, type SiteData } from '../access/site-data.ts'
import type { UploadTexts } from '../shapes/file-fields.ts'
import { referenceDataOrder, referenceDataShape, referenceDataShapeWith } from '../shapes/reference-data.shape.ts'
import { readRecord } from '../shapes/shape/read-records.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import { jsonList } from '../shapes/shape/shape.ts'
import { isGiven, type Which } from '../writes/occurrences.sql.ts'
import { insertRecord } from '../writes/records.sql.ts'
import type { Write } from '../writes/write.ts'

/** Returns undefined if the subject does not exist, or the activity type is not of its study. */
export async function listReferenceData(
  db: SiteData,
  scope: Scope,
  { subjectid, activitytypeid, ...which }: { subjectid: string; activitytypeid?: string | null | undefined } & Which,
  selection: Selection,
) {
  const ofType = activitytypeid ? ofActivity(activitytypeid, which) : sql`and ${isGiven('reference_data', which)}`
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

/** Files of an activity of this type: of the first one, if the call does not say which. */
function ofActivity(activitytypeid: string, which: Which) {
  return sql`and reference_data.activitytypeid = ${activitytypeid}
    and (reference_data.visitid, reference_data.occurrence) = (
      select activity.visitid, activity.occurrence from activity
      where activity.subjectid = subject.subjectid and activity.activitytypeid = ${activitytypeid}
        and activity.removed_at is null and ${isGiven('activity', which)}
      order by activity.visitid collate "C", activity.occurrence limit 1)`
}

type NewReferenceData = {
  referencedataid: string
  siteid: string
  studyid: string
  subjectid: string
  activitytypeid: string
  visitid: string
  occurrence: number
  filename: string
  object_name: string
  sha256: string | null
  expires_at: Date
}

/** Returns the new row together with the upload form, which is not stored. */
export function insertReferenceData(tx: Write, row: NewReferenceData, form: UploadTexts, selection: Selection) {
  return insertRecord(tx, 'reference_data', row, referenceDataShapeWith(form), selection)
}

type Ids = { subjectid: string; referencedataid: string }

/** Returns undefined if the file was removed meanwhile. */
export function readReferenceData(
  db: SiteData | Write,
  scope: Scope,
  { subjectid, referencedataid }: Ids,
  selection: Selection,
) {
  return readRecord(
    db,
    scope,
    { kind: 'reference_data', shape: referenceDataShape, ids: { subjectid, referencedataid } },
    selection,
  )
}

/** The removed file's activity, and when it was removed. Returns undefined if there is no such file, or it is not removed. */
export async function findRemovedFile(tx: Write, { subjectid, referencedataid }: Ids) {
  return tx
    .selectFrom('reference_data')
    .select(['activitytypeid', 'visitid', 'occurrence', 'removed_at'])
    .where('referencedataid', '=', referencedataid)
    .where('subjectid', '=', subjectid)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()
}
