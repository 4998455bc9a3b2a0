import { sql } from 'kysely'
import { activityTypeOrder, activityTypeShape } from '../activity-types/activity-types.sql.ts'
import { type Reader, readJson } from '../database/read.ts'
import {
  columns,
  jsonList,
  jsonObject,
  numberColumn,
  numberColumns,
  plainColumns,
  type Shape,
} from '../database/shape.ts'
import { inScope, type Scope } from '../platform/scope.ts'
import type { Selection } from '../platform/selection.ts'
import type { Write } from '../platform/write.ts'
import type { Guarded } from '../platform/write-guarded.ts'
import { referenceDataOrder, referenceDataShape } from '../reference-data/reference-data.sql.ts'
import { openSubject } from '../subjects/open-subject.sql.ts'

/** Reads from a row whose alias is `activity`. A removed activity type is still readable through its activities. */
export const activityShape: Shape = {
  type: 'Activity',
  fields: {
    ...plainColumns('subjectid', 'activitytypeid'),
    ...columns('comment'),
    ...numberColumns('version'),
    startTime: numberColumn('start_time'),
    stopTime: numberColumn('stop_time'),
    activitytype: (row, below) =>
      sql`(select ${jsonObject(activityTypeShape, 'of_activity', below)} from activity_type of_activity
        where of_activity.activitytypeid = ${sql.ref(`${row}.activitytypeid`)} and of_activity.siteid = ${sql.ref(`${row}.siteid`)})`,
    referenceData: (row, below) =>
      jsonList(referenceDataShape, 'reference_data', below, {
        from: sql`reference_data where reference_data.subjectid = ${sql.ref(`${row}.subjectid`)}
          and reference_data.activitytypeid = ${sql.ref(`${row}.activitytypeid`)} and reference_data.removed_at is null`,
        orderBy: referenceDataOrder,
      }),
  },
}

/** Undefined where the subject is not there. */
export async function listActivities(db: Reader, scope: Scope, subjectid: string, selection: Selection) {
  return readJson(
    db,
    sql`select ${jsonList(activityShape, 'activity', selection, {
      from: sql`activity join activity_type using (activitytypeid, siteid)
        where activity.subjectid = subject.subjectid and activity.removed_at is null`,
      orderBy: activityTypeOrder,
    })} as json from current_subject subject where subject.subjectid = ${subjectid} and ${inScope(scope, 'subject')}`,
  )
}

type Ids = { subjectid: string; activitytypeid: string }

export async function lockActivity(tx: Write, ids: Ids) {
  return tx
    .selectFrom('activity')
    .select(['version', 'comment'])
    .where('subjectid', '=', ids.subjectid)
    .where('activitytypeid', '=', ids.activitytypeid)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Whether the study still offers this activity type. */
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

/** Undefined where the subject has such an activity already. A removed one comes back with these values, its version going on. */
export async function insertActivity(tx: Write, activity: NewActivity, selection: Selection) {
  return readJson(
    tx,
    sql`insert into activity (subjectid, activitytypeid, siteid, studyid, start_time, stop_time, comment)
      values (${activity.subjectid}, ${activity.activitytypeid}, ${activity.siteid}, ${activity.studyid},
        ${activity.startTime}, ${activity.stopTime}, ${activity.comment})
      on conflict (subjectid, activitytypeid, siteid) do update
        set start_time = excluded.start_time, stop_time = excluded.stop_time, comment = excluded.comment, removed_at = null
        where activity.removed_at is not null
      returning ${jsonObject(activityShape, 'activity', selection)} as json`,
  )
}

/** The first activity of its type, which is still offered, of a subject that is open (write-guarded.ts). */
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

async function findActivity(db: Reader, scope: Scope, ids: Ids, selection: Selection) {
  return readJson(
    db,
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

/** Hides the activity and its reference data, so that recording it anew begins without files. Undefined where there is none. */
export async function removeActivity(tx: Write, ids: Ids, selection: Selection) {
  const removed = await readJson(
    tx,
    sql`update activity set removed_at = now()
      where subjectid = ${ids.subjectid} and activitytypeid = ${ids.activitytypeid} and removed_at is null
      returning ${jsonObject(activityShape, 'activity', selection)} as json`,
  )
  if (removed === undefined) return undefined
  await tx
    .updateTable('reference_data')
    .set({ removed_at: new Date() })
    .where('subjectid', '=', ids.subjectid)
    .where('activitytypeid', '=', ids.activitytypeid)
    .where('removed_at', 'is', null)
    .execute()
  return removed
}
