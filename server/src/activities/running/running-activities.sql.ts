import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import { readJson, readsOf, type SiteData } from '../../access/site-data.ts'
import { runningActivityShape } from '../../shapes/activity.shape.ts'
import type { Selection } from '../../shapes/shape/selection.ts'
import { jsonList, jsonObject } from '../../shapes/shape/shape.ts'
import { isWhich, type Occurrence, onlyOne, type Which } from '../../writes/occurrences.sql.ts'
import type { Write } from '../../writes/write.ts'

type OfType = { subjectid: string; activitytypeid: string }
type Ids = OfType & Occurrence

/** In the order in which they started. Returns undefined if the subject does not exist. */
export async function listRunningActivities(db: SiteData, scope: Scope, subjectid: string, selection: Selection) {
  return readJson(
    readsOf(db, scope),
    sql`select ${jsonList(runningActivityShape, 'running', selection, {
      from: sql`running_activity running where running.subjectid = subject.subjectid and running.siteid = subject.siteid`,
      orderBy: sql`running.start_time, running.activitytypeid, running.visitid collate "C", running.occurrence`,
    })} as json from current_subject subject where subject.subjectid = ${subjectid} and ${inScope(scope, 'subject')}`,
  )
}

type New = Ids & { siteid: string; studyid: string; label: string | null }

/** Returns undefined if it is already running. */
export async function insertRunning(tx: Write, { siteid, studyid, label, ...ids }: New, selection: Selection) {
  return readJson(
    tx,
    sql`insert into running_activity (subjectid, activitytypeid, siteid, studyid, visitid, occurrence, label, start_time, started_by)
      values (${ids.subjectid}, ${ids.activitytypeid}, ${siteid}, ${studyid}, ${ids.visitid}, ${ids.occurrence}, ${label},
        floor(extract(epoch from clock_timestamp()))::bigint, current_setting('casebook.actor_name'))
      on conflict do nothing
      returning ${jsonObject(runningActivityShape, 'running_activity', selection)} as json`,
  )
}

/** Locks it. `now` is the database's clock in whole epoch seconds. Throws if `which` does not say which of several. */
export async function lockRunning(tx: Write, { subjectid, activitytypeid }: OfType, which: Which) {
  const rows = await tx
    .selectFrom('running_activity')
    .select(['visitid', 'occurrence', 'label', 'start_time as startTime'])
    .select(sql<number>`floor(extract(epoch from clock_timestamp()))::bigint`.as('now'))
    .where('subjectid', '=', subjectid)
    .where('activitytypeid', '=', activitytypeid)
    .where(isWhich('running_activity', which))
    .forUpdate()
    .limit(2)
    .execute()
  return onlyOne(rows)
}

/** Returns undefined if it is not running. */
export async function deleteRunning(tx: Write, { subjectid, activitytypeid, ...which }: Ids, selection: Selection) {
  return readJson(
    tx,
    sql`delete from running_activity where subjectid = ${subjectid} and activitytypeid = ${activitytypeid}
        and ${isWhich('running_activity', which)}
      returning ${jsonObject(runningActivityShape, 'running_activity', selection)} as json`,
  )
}
