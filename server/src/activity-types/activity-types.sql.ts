import { inScope, type Scope } from '../access/scope.ts'
import { readsOf, type SiteData } from '../access/site-data.ts'
import { activityTypeShape } from '../shapes/activity-type.shape.ts'
import { readListBelow, readRecord } from '../shapes/shape/read-records.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import { studyShape } from '../shapes/study.shape.ts'
import type { Write } from '../writes/write.ts'

/** Returns undefined if the study does not exist. */
export function listActivityTypes(db: SiteData, scope: Scope, studyid: string, selection: Selection) {
  return readListBelow(
    db,
    scope,
    { kind: 'study', shape: studyShape, ids: { studyid }, field: 'activitytypes' },
    selection,
  )
}

type Ids = { studyid: string; activitytypeid: string }

export function findActivityType(db: SiteData, scope: Scope, { studyid, activitytypeid }: Ids, selection: Selection) {
  return readRecord(
    db,
    scope,
    { kind: 'activity_type', shape: activityTypeShape, ids: { studyid, activitytypeid } },
    selection,
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
    .select(['activitytypeid', 'version', 'repeats'])
    .where('activitytypeid', '=', activitytypeid)
    .where('studyid', '=', studyid)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
