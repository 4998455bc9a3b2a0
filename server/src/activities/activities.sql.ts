import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import type { SiteData } from '../access/site-data.ts'
import { activityShape } from '../shapes/activity.shape.ts'
import { readListBelow, readRecord } from '../shapes/shape/read-records.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import { jsonObject } from '../shapes/shape/shape.ts'
import { subjectShape } from '../shapes/subject.shape.ts'
import { openSubject } from '../subjects/subjects.sql.ts'
import { isWhich, type Occurrence, onlyOccurrence, onlyOne, type Which } from '../writes/occurrences.sql.ts'
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

type OfType = { subjectid: string; activitytypeid: string }
type Ids = OfType & Occurrence

/** The activity with its occurrence. Undefined if there is none. Throws if `which` does not say which of several. */
export async function lockActivity(tx: Write, { subjectid, activitytypeid }: OfType, which: Which) {
  const rows = await tx
    .selectFrom('activity')
    .select(['visitid', 'occurrence', 'version', 'comment', 'label', 'began_at'])
    .where('subjectid', '=', subjectid)
    .where('activitytypeid', '=', activitytypeid)
    .where(isWhich('activity', which))
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .limit(2)
    .execute()
  return onlyOne(rows)
}

/** Whether an activity was started and not yet stopped. */
export async function isRunning(tx: Write, { subjectid, activitytypeid, ...which }: Ids): Promise<boolean> {
  const row = await tx
    .selectFrom('running_activity')
    .select('activitytypeid')
    .where('subjectid', '=', subjectid)
    .where('activitytypeid', '=', activitytypeid)
    .where(isWhich('running_activity', which))
    .executeTakeFirst()
  return row !== undefined
}

/** The label of an activity that was started and not yet stopped. */
export async function findRunningLabel(tx: Write, { subjectid, activitytypeid, ...which }: Ids) {
  const row = await tx
    .selectFrom('running_activity')
    .select('label')
    .where('subjectid', '=', subjectid)
    .where('activitytypeid', '=', activitytypeid)
    .where(isWhich('running_activity', which))
    .executeTakeFirst()
  return row?.label ?? null
}

/** Whether the type repeats, also if it is no longer offered. */
export async function typeRepeats(tx: Write, activitytypeid: string): Promise<boolean> {
  const row = await tx
    .selectFrom('activity_type')
    .select('repeats')
    .where('activitytypeid', '=', activitytypeid)
    .forShare()
    .executeTakeFirst()
  return row?.repeats ?? false
}

/** The activity type, if it is still offered in the study. */
export async function findOffered(tx: Write, studyid: string, activitytypeid: string) {
  return tx
    .selectFrom('activity_type')
    .select(['activitytypeid', 'repeats'])
    .where('activitytypeid', '=', activitytypeid)
    .where('studyid', '=', studyid)
    .where('removed_at', 'is', null)
    .forShare()
    .executeTakeFirst()
}

type Times = { startTime: number; stopTime: number; comment: string | null }
type Saved = Times & { label: string | null }
type NewActivity = Ids & Saved & { siteid: string; studyid: string }

/**
 * Returns undefined if the subject already has this activity. A removed one is restored with these values and the
 * next version, as another activity than the removed one.
 */
export function insertActivity(tx: Write, activity: NewActivity, selection: Selection) {
  const { startTime, stopTime, ...others } = activity
  const values = { ...others, start_time: startTime, stop_time: stopTime }
  return insertOrRevive(tx, 'activity', values, activityShape, selection, sql`, began_at = now()`)
}

/** Adds the activity, without a visit, of a type that is still offered and does not repeat, to a subject that is open (write-guarded.ts). */
export function addFirstActivity(scope: Scope, activity: OfType & Times, selection: Selection): Guarded {
  const { subjectid, activitytypeid, startTime, stopTime, comment } = activity
  const content = { start_time: startTime, stop_time: stopTime, comment, ...onlyOccurrence }
  return {
    change: sql`insert into activity (subjectid, activitytypeid, siteid, studyid, start_time, stop_time, comment)
      select open_subject.subjectid, offered.activitytypeid, open_subject.siteid, open_subject.studyid,
        ${startTime}::bigint, ${stopTime}::bigint, ${comment}
      from ${openSubject(scope, subjectid)},
        (select activitytypeid, siteid, studyid from activity_type where activitytypeid = ${activitytypeid}
          and not repeats and removed_at is null for share) offered
      where offered.studyid = open_subject.studyid and offered.siteid = open_subject.siteid
        and not exists (select from activity former where former.subjectid = open_subject.subjectid
          and former.activitytypeid = offered.activitytypeid and former.visitid = '' and former.removed_at is null)
      on conflict do nothing
      returning ${jsonObject(activityShape, 'activity', selection)} as json`,
    footprint: { kind: 'activity', id: activitytypeid, subjectid, version: 1, content },
    find: (db) => findActivity(db, scope, { ...onlyOccurrence, subjectid, activitytypeid }, selection),
  }
}

function findActivity(db: SiteData, scope: Scope, ids: Ids, selection: Selection) {
  return readRecord(db, scope, { kind: 'activity', shape: activityShape, ids }, selection)
}

export function updateActivity(
  tx: Write,
  ids: Ids,
  { startTime, stopTime, comment, label }: Saved,
  selection: Selection,
) {
  const change = { start_time: startTime, stop_time: stopTime, comment, label }
  return updateRecord(tx, 'activity', ids, change, activityShape, selection)
}

/** A file of the activity, which the caller has locked, that is none of these. Undefined if there is none. */
export async function findOtherFile(tx: Write, ids: Ids, files: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ referencedataid: string }>`select referencedataid from reference_data
    where ${ofActivity('reference_data', ids)} and removed_at is null and referencedataid <> all(${[...files]})
    order by created_at desc limit 1`.execute(tx)
  return rows[0]?.referencedataid
}

/**
 * Removes the activity and its reference data, so that a new activity starts without files. Returns undefined if there
 * is none.
 */
export async function removeActivity(tx: Write, ids: Ids, selection: Selection) {
  const removed = await removeRecord(tx, 'activity', ids, activityShape, selection)
  if (removed === undefined) return undefined
  // The same timestamp as the activity's: `putBackActivity` uses it to find what was removed with it.
  await sql`update reference_data set removed_at = now()
    where ${ofActivity('reference_data', ids)} and removed_at is null`.execute(tx)
  return removed
}

/** Restores a removed activity with the files that were removed with it. Returns undefined if none was removed. */
export async function putBackActivity(tx: Write, ids: Ids, selection: Selection) {
  await sql`update reference_data set removed_at = null from activity
    where ${ofActivity('activity', ids)} and ${ofActivity('reference_data', ids)}
      and reference_data.siteid = activity.siteid and reference_data.removed_at = activity.removed_at`.execute(tx)
  return putBackRecord(tx, 'activity', ids, activityShape, selection)
}

function ofActivity(row: string, { subjectid, activitytypeid, ...which }: Ids) {
  const column = (name: string) => sql.ref(`${row}.${name}`)
  return sql`${column('subjectid')} = ${subjectid} and ${column('activitytypeid')} = ${activitytypeid} and ${isWhich(row, which)}`
}
