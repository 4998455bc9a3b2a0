import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import { readsOf, type SiteData } from '../../access/site-data.ts'
import type { Write } from '../../writes/write.ts'

type Ids = { subjectid: string; activitytypeid: string }
type Running = Ids & { startTime: number; startedBy: string; version: number }

const columns = [
  'subjectid',
  'activitytypeid',
  'start_time as startTime',
  'started_by as startedBy',
  'version',
] as const

/** In the order in which they started. Returns undefined if the subject does not exist. */
export async function listRunningActivities(
  db: SiteData,
  scope: Scope,
  subjectid: string,
): Promise<Running[] | undefined> {
  const { rows } = await sql<{ running: Running[] }>`
    select coalesce((
      select json_agg(json_build_object('subjectid', running.subjectid, 'activitytypeid', running.activitytypeid,
        'startTime', running.start_time, 'startedBy', running.started_by, 'version', running.version)
        order by running.start_time, running.activitytypeid)
      from running_activity running where running.subjectid = subject.subjectid and running.siteid = subject.siteid), '[]') as running
    from current_subject subject where subject.subjectid = ${subjectid} and ${inScope(scope, 'subject')}`.execute(
    readsOf(db, scope),
  )
  return rows[0]?.running
}

/** Returns undefined if it is already running. */
export async function insertRunning(tx: Write, { siteid, studyid, ...ids }: Ids & { siteid: string; studyid: string }) {
  return tx
    .insertInto('running_activity')
    .values({
      ...ids,
      siteid,
      studyid,
      start_time: sql<number>`floor(extract(epoch from clock_timestamp()))::bigint`,
      started_by: sql<string>`current_setting('casebook.actor_name')`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
}

/** Locks it. `now` is the database's clock in whole epoch seconds. */
export async function lockRunning(tx: Write, { subjectid, activitytypeid }: Ids) {
  return tx
    .selectFrom('running_activity')
    .select(columns)
    .select(sql<number>`floor(extract(epoch from clock_timestamp()))::bigint`.as('now'))
    .where('subjectid', '=', subjectid)
    .where('activitytypeid', '=', activitytypeid)
    .forUpdate()
    .executeTakeFirst()
}

/** Returns undefined if it is not running. */
export async function deleteRunning(tx: Write, { subjectid, activitytypeid }: Ids) {
  return tx
    .deleteFrom('running_activity')
    .where('subjectid', '=', subjectid)
    .where('activitytypeid', '=', activitytypeid)
    .returning(columns)
    .executeTakeFirst()
}
