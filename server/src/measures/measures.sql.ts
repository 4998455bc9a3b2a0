import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readJson, readsOf, type SiteData } from '../access/site-data.ts'
import { measuredFileShape, studyMeasureShape } from '../shapes/measured/measure.shape.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import { jsonList } from '../shapes/shape/shape.ts'

/** The maximum number of values returned of a study. */
const most = 10_000

/** Returns undefined if the subject does not exist, or has no such file. */
export function listMeasures(
  db: SiteData,
  scope: Scope,
  { subjectid, referencedataid }: { subjectid: string; referencedataid?: string | null | undefined },
  selection: Selection,
) {
  const ofFile = referencedataid ? sql`and own.referencedataid = ${referencedataid}` : sql``
  const hasFile = referencedataid
    ? sql`and exists (select from reference_data named where named.referencedataid = ${referencedataid}
        and named.subjectid = subject.subjectid and named.siteid = subject.siteid)`
    : sql``
  return readJson(
    readsOf(db, scope),
    sql`select ${jsonList(measuredFileShape, 'file', selection, {
      from: sql`(select own.referencedataid, own.siteid, own.activitytypeid, own.visitid, own.occurrence, own.filename,
            case when waiting.referencedataid is not null or measured.referencedataid is null then 'WAITING'
              when measured.problem is not null then 'UNREADABLE' else 'MEASURED' end as state,
            measured.measured_at, measured.of_activity, measured.begun, measured.measured_from, measured.measured_to,
            measured.epoch_seconds, measured.earlier
          from reference_data own
          left join measured_file measured using (referencedataid, siteid)
          left join measuring waiting using (referencedataid, siteid)
          where own.subjectid = subject.subjectid and own.siteid = subject.siteid and own.removed_at is null
            and own.status = 'UPLOADED' ${ofFile}) file`,
      orderBy: sql`lower(file.filename) collate "C", file.filename collate "C", file.referencedataid`,
    })} as json from current_subject subject where subject.subjectid = ${subjectid} and ${inScope(scope, 'subject')}
      ${hasFile}`,
  )
}

/** Returns undefined if the study does not exist. */
export function listStudyMeasures(
  db: SiteData,
  scope: Scope,
  { studyid, measure }: { studyid: string; measure: string },
  selection: Selection,
) {
  return readJson(
    readsOf(db, scope),
    sql`select ${jsonList(studyMeasureShape, 'found', selection, {
      from: sql`(select measure.*, measured.of_activity, file.activitytypeid, file.visitid, file.occurrence, owner.identifier
          from measure
          join measured_file measured using (referencedataid, siteid)
          join current_reference_data file using (referencedataid, siteid)
          join subject owner on owner.subjectid = file.subjectid and owner.siteid = file.siteid
          where measure.studyid = study.studyid and measure.siteid = study.siteid and measure.measure = ${measure}
          order by owner.identifier, file.activitytypeid, measure.referencedataid, measure.place limit ${sql.lit(most)}) found`,
      orderBy: sql`lower(found.identifier) collate "C", found.subjectid, found.activitytypeid, found.visitid collate "C", found.occurrence, found.referencedataid, found.place`,
    })} as json from current_study study where study.studyid = ${studyid} and ${inScope(scope, 'study')}`,
  )
}
