import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readJson, readsOf, type SiteData } from '../access/site-data.ts'
import { activityShape } from '../shapes/activity.shape.ts'
import { activityTypeOrder } from '../shapes/activity-type.shape.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import { jsonList, jsonObject } from '../shapes/shape/shape.ts'
import { openSubject } from '../subjects/open-subject.sql.ts'
import { putBackRecord, removeRecord } from '../writes/records.sql.ts'
import type { Write } from '../writes/write.ts'
import type { Guarded } from '../writes/write-guarded.ts'

/** Returns undefined if the subject does not exist. */
export async function listActivities(db: SiteData, scope: Scope, subjectid: string, selection: Selection) {
  return readJson(
    readsOf(db, scope),
    sql`select ${jsonList(activityShape, 'activity', selection, {
      from: sql`activity join activity_type using (activitytypeid, siteid)
        where activity.subjectid = subject.subjectid and activity.removed_at is null`,
      orderBy: activityTypeOrder,
    })} as json from current_subject subject where subject.subjectid = ${subjectid} and ${inScope(scope, 'subject')}`,
  )
}

type Ids = { subjectid: string; activitytypeid: string }

export async function lockActivity(tx: Write, ids: Ids) {
  const activity = await lockRecorded(tx, ids)
  return activity?.removed_at === null ? activity : undefined
}

/** The activity, also if it was removed. */
export async function lockRecorded(tx: Write, ids: Ids) {
  return tx
    .selectFrom('activity')
    .select(['version', 'comment', 'removed_at', 'began_at'])
    .where('subjectid', '=', ids.subjectid)
    .where('activitytypeid', '=', ids.activitytypeid)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Whether an activity of this type was started and not yet stopped. */
export async function isRunning(tx: Write, ids: Ids): Promise<boolean> {
  const row = await tx
    .selectFrom('running_activity')
    .select('activitytypeid')
    .where('subjectid', '=', ids.subjectid)
    .where('activitytypeid', '=', ids.activitytypeid)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the activity type is still offered in the study. */
export async function isOffered(tx: Write, studyid: string, activitytypeid: string): Promise<boolean> {
  const row = await tx
    .selectFrom('activity_type')
    .select('activitytypeid')
    .where('activitytypeid', '=', activitytypeid)
    .where('studyid', '=', studyid)
    .where('removed_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

type Times = { startTime: number; stopTime: number; comment: string | null }
type NewActivity = Ids & Times & { siteid: string; studyid: string }

/**
 * Returns undefined if the subject already has such an activity. A removed one is restored with these values and the
 * next version, as another activity than the removed one.
 */
export async function insertActivity(tx: Write, activity: NewActivity, selection: Selection) {
  return readJson(
    tx,
    sql`insert into activity (subjectid, activitytypeid, siteid, studyid, start_time, stop_time, comment)
      values (${activity.subjectid}, ${activity.activitytypeid}, ${activity.siteid}, ${activity.studyid},
        ${activity.startTime}, ${activity.stopTime}, ${activity.comment})
      on conflict (subjectid, activitytypeid, siteid) do update
        set start_time = excluded.start_time, stop_time = excluded.stop_time, comment = excluded.comment, removed_at = null, began_at = now()
        where activity.removed_at is not null
      returning ${jsonObject(activityShape, 'activity', selection)} as json`,
  )
}

/** Adds the first activity of a type that is still offered, to a subject that is open (write-guarded.ts). */
export function addFirstActivity(scope: Scope, activity: Ids & Times, selection: Selection): Guarded {
  const { subjectid, activitytypeid, startTime, stopTime, comment } = activity
  const content = { start_time: startTime, stop_time: stopTime, comment }
  return {
    change: sql`insert into activity (subjectid, activitytypeid, siteid, studyid, start_time, stop_time, comment)
      select open_subject.subjectid, offered.activitytypeid, open_subject.siteid, open_subject.studyid,
        ${startTime}::bigint, ${stopTime}::bigint, ${comment}
      from ${openSubject(scope, subjectid)},
        (select activitytypeid, siteid, studyid from activity_type where activitytypeid = ${activitytypeid}
          and removed_at is null for share) offered
      where offered.studyid = open_subject.studyid and offered.siteid = open_subject.siteid
      on conflict do nothing
      returning ${jsonObject(activityShape, 'activity', selection)} as json`,
    footprint: { kind: 'activity', id: activitytypeid, subjectid, version: 1, content },
    find: (db) => findActivity(db, scope, activity, selection),
  }
}

async function findActivity(db: SiteData, scope: Scope, ids: Ids, selection: Selection) {
  return readJson(
    readsOf(db, scope),
    sql`select ${jsonObject(activityShape, 'activity', selection)} as json from current_activity activity
      where activity.subjectid = ${ids.subjectid} and activity.activitytypeid = ${ids.activitytypeid}
        and ${inScope(scope, 'activity')}`,
  )
}

export async function updateActivity(tx: Write, ids: Ids, change: Times, selection: Selection) {
  return readJson(
    tx,
    sql`update activity set start_time = ${change.startTime}, stop_time = ${change.stopTime}, comment = ${change.comment}
      where subjectid = ${ids.subjectid} and activitytypeid = ${ids.activitytypeid}
      returning ${jsonObject(activityShape, 'activity', selection)} as json`,
  )
}

/**
 * Removes the activity and its reference data, so that a new activity starts without files. Returns undefined if there
 * is none.
 */
export async function removeActivity(tx: Write, { subjectid, activitytypeid }: Ids, selection: Selection) {
  const removed = await removeRecord(tx, 'activity', { subjectid, activitytypeid }, activityShape, selection)
  if (removed === undefined) return undefined
  // The same timestamp as the activity's: `putBackActivity` uses it to find what was removed with it.
  await sql`update reference_data set removed_at = now()
    where subjectid = ${subjectid} and activitytypeid = ${activitytypeid} and removed_at is null`.execute(tx)
  return removed
}

/** Restores a removed activity with the files that were removed with it. Returns undefined if none was removed. */
export async function putBackActivity(tx: Write, { subjectid, activitytypeid }: Ids, selection: Selection) {
  await sql`update reference_data set removed_at = null from activity
    where activity.subjectid = ${subjectid} and activity.activitytypeid = ${activitytypeid}
      and reference_data.subjectid = activity.subjectid and reference_data.activitytypeid = activity.activitytypeid
      and reference_data.siteid = activity.siteid and reference_data.removed_at = activity.removed_at`.execute(tx)
  return putBackRecord(tx, 'activity', { subjectid, activitytypeid }, activityShape, selection)
}
