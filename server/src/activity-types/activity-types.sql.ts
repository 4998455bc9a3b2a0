import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readJson, readsOf, type SiteData } from '../access/site-data.ts'
import { activityTypeOrder, activityTypeShape } from '../shapes/activity-type.shape.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import { jsonList, jsonObject } from '../shapes/shape/shape.ts'
import type { Write } from '../writes/write.ts'

/** Returns undefined if the study does not exist. */
export async function listActivityTypes(db: SiteData, scope: Scope, studyid: string, selection: Selection) {
  return readJson(
    readsOf(db, scope),
    sql`select ${jsonList(activityTypeShape, 'activity_type', selection, {
      from: sql`activity_type where activity_type.studyid = study.studyid and activity_type.removed_at is null`,
      orderBy: activityTypeOrder,
    })} as json from current_study study where study.studyid = ${studyid} and ${inScope(scope, 'study')}`,
  )
}

type Ids = { studyid: string; activitytypeid: string }

export async function findActivityType(db: SiteData, scope: Scope, ids: Ids, selection: Selection) {
  return readJson(
    readsOf(db, scope),
    sql`select ${jsonObject(activityTypeShape, 'activity_type', selection)} as json from current_activity_type activity_type
      where activity_type.activitytypeid = ${ids.activitytypeid} and activity_type.studyid = ${ids.studyid}
        and ${inScope(scope, 'activity_type')}`,
  )
}

/** Whether the activity type belongs, or belonged until it was removed, to the same study as the subject. */
export async function isOfSubjectsStudy(db: SiteData, scope: Scope, activitytypeid: string, subjectid: string) {
  const row = await readsOf(db, scope)
    .selectFrom('activity_type')
    .innerJoin('current_subject as subject', (join) =>
      join.onRef('subject.studyid', '=', 'activity_type.studyid').onRef('subject.siteid', '=', 'activity_type.siteid'),
    )
    .select('activity_type.activitytypeid')
    .where('activity_type.activitytypeid', '=', activitytypeid)
    .where('subject.subjectid', '=', subjectid)
    .where(inScope(scope, 'subject'))
    .executeTakeFirst()
  return row !== undefined
}

/** The activity type, if it is still offered. Locked against changes and removal until the transaction ends. */
export async function lockActivityType(tx: Write, studyid: string, activitytypeid: string) {
  return tx
    .selectFrom('activity_type')
    .select(['activitytypeid', 'version'])
    .where('activitytypeid', '=', activitytypeid)
    .where('studyid', '=', studyid)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
