import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readJson, readsOf, type SiteData } from '../access/site-data.ts'
import { describeRecord, kindsOf } from '../records/records.ts'

type Page = { studyid: string; subjectid: string; before?: number | undefined; limit: number }

// The history stores a subject's devices by permanent id. People know a device by its current name.
const device = sql`case when device.deviceid is null then '{}'::jsonb else jsonb_build_object('deviceid', device.deviceid) end`

const subjectKinds = kindsOf('subject')

/** The internal columns of each kind, as JSON. */
const internal = sql.lit(
  JSON.stringify(Object.fromEntries(subjectKinds.map((kind) => [kind, describeRecord(kind).internal]))),
)

/** A row of the history without the internal columns of its kind. Only what repeats or has a visit says which it is. */
const shown = (side: string) =>
  sql`((${sql.ref(side)} - array(select jsonb_array_elements_text(${internal}::jsonb -> entry.kind)) || ${device})
    - case when ${sql.ref(side)} @> '{"visitid": ""}' then 'visitid' else '' end
    - case when ${sql.ref(side)} @> '{"visitid": "", "occurrence": 1}' then 'occurrence' else '' end)::text`

// The row of a removed record remains, and one that is added again has been there before: neither is part of the answer.
/** The history of a subject and everything below it, newest first. Returns undefined if the subject does not exist. */
export async function listSubjectHistory(db: SiteData, scope: Scope, { studyid, subjectid, before, limit }: Page) {
  const json = await readJson(
    readsOf(db, scope),
    sql`
    select coalesce((
      select json_agg(json_build_object(
        'historyid', entry.historyid::text, 'at', to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'actor', entry.actor_name, 'groups', to_json(entry.groups), 'reason', entry.reason, 'kind', entry.kind,
        'action', entry.action, 'id', entry.id,
        'before', case when entry.action <> 'ADDED' then ${shown('entry.before')} end,
        'after', case when entry.action <> 'REMOVED' then ${shown('entry.after')} end)
        order by entry.historyid desc)::text
      from (select * from history where history.subjectid = subject.subjectid and history.historyid < ${before ?? Number.MAX_SAFE_INTEGER}
          and history.kind = any(${subjectKinds}::text[])
        order by history.historyid desc limit ${limit}) entry
      left join device on entry.kind = 'subject_device' and device.deviceuid = entry.id and device.siteid = entry.siteid), '[]') as json
    from current_subject subject where subject.subjectid = ${subjectid} and subject.studyid = ${studyid} and ${inScope(scope, 'subject')}`,
  )
  return json
}
