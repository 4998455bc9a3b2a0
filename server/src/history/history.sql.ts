import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readJson, readsOf, type SiteData } from '../access/site-data.ts'
import type { HistoryKind } from '../generated/resolvers.ts'
import { describeRecord, kindsOf } from '../records/records.ts'

type Page = { studyid: string; before?: number | undefined; limit: number }

// A kind that the schema does not have does not compile.
const subjectKinds: readonly HistoryKind[] = kindsOf('subject')
const studyKinds = kindsOf('study') satisfies readonly HistoryKind[]

/** The internal columns of each kind, as JSON. */
const internal = sql.lit(
  JSON.stringify(
    Object.fromEntries([...subjectKinds, ...studyKinds].map((kind) => [kind, describeRecord(kind).internal])),
  ),
)

/** A row of the history. Only one that repeats or has a visit says which it is, and only one with a label of its own has that. */
export function plainRow(side: string) {
  const row = sql.ref(side)
  return sql`(${row} - case when ${row} @> '{"visitid": ""}' then 'visitid' else '' end
    - case when ${row} @> '{"visitid": "", "occurrence": 1}' then 'occurrence' else '' end
    - case when ${row} @> '{"label": null}' then 'label' else '' end)`
}

/** A row of the history without the internal columns of its kind. */
const shown = (side: string) =>
  sql`(${plainRow(side)} - array(select jsonb_array_elements_text(${internal}::jsonb -> entry.kind)))`

// The row of a removed record remains, and one that is added again has been there before: neither is part of the answer.
/** The rows of `entry` as JSON, newest first. `added` is added to each record. */
const entriesOf = (from: RawBuilder<unknown>, added = sql`'{}'::jsonb`) => sql`
  coalesce((
    select json_agg(json_build_object(
      'historyid', entry.historyid::text, 'at', to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'actor', entry.actor_name, 'groups', to_json(entry.groups), 'reason', entry.reason, 'kind', entry.kind,
      'action', entry.action, 'id', entry.id,
      'before', case when entry.action <> 'ADDED' then (${shown('entry.before')} || ${added})::text end,
      'after', case when entry.action <> 'REMOVED' then (${shown('entry.after')} || ${added})::text end)
      order by entry.historyid desc)::text
    from ${from}), '[]') as json`

// The history stores a subject's devices by permanent id. People know a device by its current name.
const device = sql`case when device.deviceid is null then '{}'::jsonb else jsonb_build_object('deviceid', device.deviceid) end`

const upTo = (before: number | undefined) => sql`history.historyid < ${before ?? Number.MAX_SAFE_INTEGER}`

/**
 * The history of a subject and everything below it, newest first, or of the records of a kind or an id among them. Returns
 * undefined if the subject does not exist.
 */
export async function listSubjectHistory(
  db: SiteData,
  scope: Scope,
  {
    studyid,
    subjectid,
    kind,
    id,
    before,
    limit,
  }: Page & { subjectid: string; kind?: HistoryKind | null | undefined; id?: string | null | undefined },
) {
  const entries = sql`(select * from history where history.subjectid = subject.subjectid and ${upTo(before)}
      and history.kind = any(${subjectKinds}::text[])
      and (${kind ?? null}::text is null or history.kind = ${kind ?? null})
      and (${id ?? null}::text is null or history.id = ${id ?? null})
    order by history.historyid desc limit ${limit}) entry
  left join device on entry.kind = 'subject_device' and device.deviceuid = entry.id and device.siteid = entry.siteid`
  return readJson(
    readsOf(db, scope),
    sql`select ${entriesOf(entries, device)} from current_subject subject
      where subject.subjectid = ${subjectid} and subject.studyid = ${studyid} and ${inScope(scope, 'subject')}`,
  )
}

/** The ids of a study's records of a kind. Where removing deletes a row, only the history has the ids of all. */
function idsOf(kind: (typeof studyKinds)[number]) {
  const { id, removal } = describeRecord(kind)
  const of = sql`select distinct ${sql.lit(kind)}::text as kind,`
  return removal === 'deletes'
    ? sql`${of} gone.id from history gone where gone.kind = ${sql.lit(kind)} and gone.subjectid is null
        and gone.studyid = study.studyid and gone.siteid = study.siteid`
    : sql`${of} owned.${sql.ref(id)} as id from ${sql.table(kind)} owned
        where owned.studyid = study.studyid and owned.siteid = study.siteid`
}

const ownedByStudy = sql.join(studyKinds.map(idsOf), sql` union all `)

/** The history of a study, its types and its documents, newest first. Returns undefined if the study does not exist. */
export async function listStudyHistory(db: SiteData, scope: Scope, { studyid, before, limit }: Page) {
  const entries = sql`(select own.* from (${ownedByStudy}) record cross join lateral (
      select * from history where history.kind = record.kind and history.id = record.id and history.subjectid is null
        and history.siteid = study.siteid and ${upTo(before)}
      order by history.historyid desc limit ${limit}) own
    order by own.historyid desc limit ${limit}) entry`
  return readJson(
    readsOf(db, scope),
    sql`select ${entriesOf(entries)} from current_study study
      where study.studyid = ${studyid} and ${inScope(scope, 'study')}`,
  )
}
