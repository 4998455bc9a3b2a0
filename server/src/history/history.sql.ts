import { sql } from 'kysely'
import { type Reader, readJson } from '../database/read.ts'
import { inScope, type Scope } from '../platform/scope.ts'

type Target = { kind: string; id: string; siteid?: string | undefined; subjectid?: string | undefined }

/** Who changed a record last, and when. */
export async function findLastChange(db: Reader, { kind, id, siteid, subjectid }: Target) {
  return db
    .selectFrom('history')
    .select(['actor_name', 'at'])
    .where('kind', '=', kind)
    .where('id', '=', id)
    .$if(siteid !== undefined, (query) => query.where('siteid', '=', siteid ?? ''))
    .where('subjectid', subjectid === undefined ? 'is' : '=', subjectid ?? null)
    .orderBy('historyid', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type Page = { studyid: string; subjectid: string; before?: number | undefined; limit: number }

// What a subject wears is stored by the device's unchanging id; people know it by the one that it has now.
const device = sql`case when device.deviceid is null then '{}'::jsonb else jsonb_build_object('deviceid', device.deviceid) end`

/** A subject's history with all below it, newest first. Undefined where the subject is not there. */
export async function listSubjectHistory(db: Reader, scope: Scope, { studyid, subjectid, before, limit }: Page) {
  const json = await readJson(
    db,
    sql`
    select coalesce((
      select json_agg(json_build_object(
        'historyid', entry.historyid::text, 'at', to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'actor', entry.actor_name, 'groups', to_json(entry.groups), 'reason', entry.reason, 'kind', entry.kind,
        'action', entry.action, 'id', entry.id,
        'before', (entry.before || ${device})::text, 'after', (entry.after || ${device})::text)
        order by entry.historyid desc)::text
      from (select * from history where history.subjectid = subject.subjectid and history.historyid < ${before ?? Number.MAX_SAFE_INTEGER}
        order by history.historyid desc limit ${limit}) entry
      left join device on entry.kind = 'subject_device' and device.deviceuid = entry.id and device.siteid = entry.siteid), '[]') as json
    from current_subject subject where subject.subjectid = ${subjectid} and subject.studyid = ${studyid} and ${inScope(scope, 'subject')}`,
  )
  return json
}
