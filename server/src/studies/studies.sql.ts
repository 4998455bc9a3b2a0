import { problem } from '@casebook/domain/shared/problems.ts'
import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import { sql } from 'kysely'
import { activityTypeOrder, activityTypeShape } from '../activity-types/activity-types.sql.ts'
import { type Reader, readJson } from '../database/read.ts'
import { columns, jsonList, jsonObject, numberColumns, plainColumns, type Shape } from '../database/shape.ts'
import { formTypeOrder, formTypeShape } from '../form-types/form-types.sql.ts'
import { inScope, type Scope } from '../platform/scope.ts'
import type { Selection } from '../platform/selection.ts'
import type { Write } from '../platform/write.ts'
import { subjectOrder, subjectShape } from '../subjects/subjects.sql.ts'

/** By name without case, whatever the database's own collation. */
export const studyOrder = sql`lower(study.name) collate "C", study.name collate "C", study.studyid`

/** Reads from a row whose alias is `study`. */
export const studyShape: Shape = {
  type: 'Study',
  fields: {
    ...plainColumns('siteid', 'studyid'),
    ...columns('name', 'status', 'identifier'),
    ...numberColumns('version'),
    activitytypes: (_, below) =>
      jsonList(activityTypeShape, 'activity_type', below, {
        from: sql`activity_type where activity_type.studyid = study.studyid and activity_type.removed_at is null`,
        orderBy: activityTypeOrder,
      }),
    formtypes: (_, below) =>
      jsonList(formTypeShape, 'form_type', below, {
        from: sql`form_type where form_type.studyid = study.studyid and form_type.removed_at is null`,
        orderBy: formTypeOrder,
      }),
    subjects: (_, below) =>
      jsonList(subjectShape, 'subject', below, {
        from: sql`subject where subject.studyid = study.studyid`,
        orderBy: subjectOrder,
      }),
    activitytypeCount: () =>
      sql`(select count(*)::text from activity_type where activity_type.studyid = study.studyid and activity_type.removed_at is null)`,
    formtypeCount: () =>
      sql`(select count(*)::text from form_type where form_type.studyid = study.studyid and form_type.removed_at is null)`,
    subjectCount: () => sql`(select count(*)::text from subject where subject.studyid = study.studyid)`,
  },
}

/** Undefined where the site is not there. */
export async function listStudies(db: Reader, scope: Scope, siteid: string, selection: Selection) {
  return readJson(
    db,
    sql`select ${jsonList(studyShape, 'study', selection, {
      from: sql`study where study.siteid = site.siteid and study.removed_at is null`,
      orderBy: studyOrder,
    })} as json from current_site site where site.siteid = ${siteid} and ${inScope(scope, 'site')}`,
  )
}

export async function findStudy(db: Reader, scope: Scope, siteid: string, studyid: string, selection: Selection) {
  return readJson(
    db,
    sql`select ${jsonObject(studyShape, 'study', selection)} as json from current_study study
      where study.studyid = ${studyid} and study.siteid = ${siteid} and ${inScope(scope, 'study')}`,
  )
}

function selectStudy(tx: Reader, scope: Scope, studyid: string) {
  return tx
    .selectFrom('study')
    .innerJoin('current_site', 'current_site.siteid', 'study.siteid')
    .select(['study.siteid', 'study.studyid', 'study.name', 'study.status', 'study.version'])
    .where('study.studyid', '=', studyid)
    .where('study.removed_at', 'is', null)
    .where(inScope(scope, 'study'))
}

/** The study, kept from being changed or removed by others until the transaction ends. */
export async function lockStudy(tx: Write, scope: Scope, studyid: string) {
  return selectStudy(tx, scope, studyid).forNoKeyUpdate('study').executeTakeFirst()
}

/** The study as something is added below it: others may do the same meanwhile, but its status stays as it is. */
export async function lockStudyStatus(tx: Write, scope: Scope, studyid: string) {
  return selectStudy(tx, scope, studyid).forShare('study').executeTakeFirst()
}

/** The study as it stands, without a lock. */
export async function findStudyRow(db: Reader, scope: Scope, studyid: string) {
  return selectStudy(db, scope, studyid).executeTakeFirst()
}

type NewStudy = { siteid: string; studyid: string; name: string }

export async function insertStudy(tx: Write, study: NewStudy, selection: Selection) {
  return readJson(
    tx,
    sql`insert into study (studyid, siteid, name) values (${study.studyid}, ${study.siteid}, ${study.name})
      returning ${jsonObject(studyShape, 'study', selection)} as json`,
  )
}

export async function updateStudy(
  tx: Write,
  studyid: string,
  change: { name: string; status: string },
  selection: Selection,
) {
  return readJson(
    tx,
    sql`update study set name = ${change.name}, status = ${change.status} where studyid = ${studyid}
      returning ${jsonObject(studyShape, 'study', selection)} as json`,
  )
}

export async function removeStudy(tx: Write, studyid: string, selection: Selection) {
  return readJson(
    tx,
    sql`update study set removed_at = now() where studyid = ${studyid}
      returning ${jsonObject(studyShape, 'study', selection)} as json`,
  )
}

/** The study as its types or its list of subjects are changed. Throws NOT_FOUND, or STUDY_NOT_OPEN. */
export async function lockChangeableStudy(tx: Write, scope: Scope, studyid: string, siteid?: string) {
  const study = await lockStudyStatus(tx, scope, studyid)
  if (!study || (siteid !== undefined && study.siteid !== siteid)) throw problem('study.missing', { field: 'studyid' })
  const why = whyStudyTakesNoChanges(study)
  if (why) throw why
  return study
}
