import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import { readJson, readsOf, type SiteData } from '../../access/site-data.ts'
import { runningActivityShape } from '../../shapes/activity.shape.ts'
import type { Selection } from '../../shapes/shape/selection.ts'
import { jsonList, jsonObject } from '../../shapes/shape/shape.ts'
import { isWhich, type Occurrence, onlyOne, type Which } from '../../writes/occurrences.sql.ts'
import type { Write } from '../../writes/write.ts'
import type { Moment } from './moment.ts'

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

/** In whole epoch seconds by the database's clock. How long ago it was is told to the millisecond. */
function secondsOf(moment: Moment) {
  if ('at' in moment) return sql<number>`${moment.at}::bigint`
  const now = sql`extract(epoch from clock_timestamp())`
  return moment.secondsAgo === 0
    ? sql<number>`floor(${now})::bigint`
    : sql<number>`least(round(${now} - ${moment.secondsAgo}), floor(${now}))::bigint`
}

type New = Ids & { siteid: string; studyid: string; label: string | null; begun: Moment }

/** Returns undefined if it is already running. */
export async function insertRunning(tx: Write, { siteid, studyid, label, begun, ...ids }: New, selection: Selection) {
  return readJson(
    tx,
    sql`insert into running_activity (subjectid, activitytypeid, siteid, studyid, visitid, occurrence, label, start_time, started_by)
      values (${ids.subjectid}, ${ids.activitytypeid}, ${siteid}, ${studyid}, ${ids.visitid}, ${ids.occurrence}, ${label},
        ${secondsOf(begun)}, current_setting('casebook.actor_name'))
      on conflict do nothing
      returning ${jsonObject(runningActivityShape, 'running_activity', selection)} as json`,
  )
}

/** Locks it. `ended` is the moment in whole epoch seconds. Throws if `which` does not say which of several. */
export async function lockRunning(
  tx: Write,
  { subjectid, activitytypeid }: OfType,
  which: Which,
  ended: Moment = { secondsAgo: 0 },
) {
  const rows = await tx
    .selectFrom('running_activity')
    .select(['visitid', 'occurrence', 'label', 'start_time as startTime'])
    .select(secondsOf(ended).as('ended'))
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
