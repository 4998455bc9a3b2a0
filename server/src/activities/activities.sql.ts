import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import type { SiteData } from '../access/site-data.ts'
import { activityShape } from '../shapes/activity.shape.ts'
import { readListBelow, readRecord } from '../shapes/shape/read-records.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import { jsonObject } from '../shapes/shape/shape.ts'
import { subjectShape } from '../shapes/subject.shape.ts'
import { openSubject } from '../subjects/open-subject.sql.ts'
import { insertOrRevive, putBackRecord, removeRecord, updateRecord } from '../writes/records.sql.ts'
import type { Write } from '../writes/write.ts'
import type { Guarded } from '../writes/write-guarded.ts'

/** Returns undefined if the subject does not exist. */
export function listActivities(db: SiteData, scope: Scope, subjectid: string, selection: Selection) {
  return readListBelow(
    db,
    scope,
    { kind: 'subject', shape: subjectShape, ids: { subjectid }, field: 'activities' },
    selection,
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
export function insertActivity(tx: Write, activity: NewActivity, selection: Selection) {
  const { subjectid, activitytypeid, siteid, studyid, startTime, stopTime, comment } = activity
  const values = { subjectid, activitytypeid, siteid, studyid, start_time: startTime, stop_time: stopTime, comment }
  return insertOrRevive(tx, 'activity', values, activityShape, selection, sql`, began_at = now()`)
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

function findActivity(db: SiteData, scope: Scope, { subjectid, activitytypeid }: Ids, selection: Selection) {
  return readRecord(
    db,
    scope,
    { kind: 'activity', shape: activityShape, ids: { subjectid, activitytypeid } },
    selection,
  )
}

export function updateActivity(
  tx: Write,
  { subjectid, activitytypeid }: Ids,
  { startTime, stopTime, comment }: Times,
  selection: Selection,
) {
  const change = { start_time: startTime, stop_time: stopTime, comment }
  return updateRecord(tx, 'activity', { subjectid, activitytypeid }, change, activityShape, selection)
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
