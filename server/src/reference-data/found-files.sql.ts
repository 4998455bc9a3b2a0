import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readJson, readsOf, type SiteData } from '../access/site-data.ts'
import { deviceElsewhereShape, foundFileShape } from '../shapes/reference-data.shape.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import { jsonList } from '../shapes/shape/shape.ts'

/** The maximum number of files returned, because each is shown individually. */
const most = 20

/** Files of a study with this SHA-256. Returns undefined if there is no such study. */
export async function listSameFiles(
  db: SiteData,
  scope: Scope,
  { studyid, sha256 }: { studyid: string; sha256: string },
  selection: Selection,
) {
  return readJson(
    readsOf(db, scope),
    sql`select ${jsonList(foundFileShape, 'found', selection, {
      from: sql`(select file.referencedataid, file.studyid, file.subjectid, owner.identifier, file.activitytypeid, activity_type.description as activity,
            file.filename, file.created_at
          from current_reference_data file join subject owner using (subjectid, siteid)
          join activity_type on activity_type.activitytypeid = file.activitytypeid
          where file.studyid = study.studyid and file.siteid = study.siteid and file.sha256 = ${sha256} and file.status = 'UPLOADED'
          order by file.created_at limit ${sql.lit(most)}) found`,
      orderBy: sql`found.created_at, found.referencedataid`,
    })} as json from current_study study where study.studyid = ${studyid} and ${inScope(scope, 'study')}`,
  )
}

/**
 * Files of other subjects at the same site with the serial number of a file of this subject and an overlapping
 * recording time. Returns undefined if there is no such subject.
 */
export async function listDeviceElsewhere(db: SiteData, scope: Scope, subjectid: string, selection: Selection) {
  return readJson(
    readsOf(db, scope),
    sql`select ${jsonList(deviceElsewhereShape, 'found', selection, {
      from: sql`(select own.referencedataid as ownid, own.description ->> 'serialnumber' as serialnumber, file.referencedataid, file.studyid,
            file.subjectid, owner.identifier, file.activitytypeid, file.visitid, file.occurrence,
            activity_type.description as activity, file.filename, file.recorded_from
          from reference_data own
          join current_reference_data file on file.siteid = own.siteid and file.description ->> 'serialnumber' = own.description ->> 'serialnumber'
            and file.recorded_from < own.recorded_to and file.recorded_to > own.recorded_from and file.subjectid <> own.subjectid
          join subject owner on owner.subjectid = file.subjectid
          join activity_type on activity_type.activitytypeid = file.activitytypeid
          where own.subjectid = subject.subjectid and own.siteid = subject.siteid and own.removed_at is null and own.status = 'UPLOADED'
            and own.recorded_from is not null and own.description ->> 'serialnumber' is not null
            and file.status = 'UPLOADED' and ${inScope(scope, 'file')}
          order by file.recorded_from limit ${sql.lit(most)}) found`,
      orderBy: sql`found.recorded_from, found.referencedataid, found.ownid`,
    })} as json from current_subject subject where subject.subjectid = ${subjectid} and ${inScope(scope, 'subject')}`,
  )
}
