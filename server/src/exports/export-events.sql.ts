import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readsOf, type SiteData } from '../access/site-data.ts'
import type { ExportAccess, ExportEvent } from '../generated/resolvers.ts'
import { newId } from '../writes/versions.ts'
import type { Write } from '../writes/write.ts'

export type Place = { siteid: string; studyid: string | null; subjectid: string | null }

/** The number of entries in each list. */
const mostEvents = 500
const mostAccesses = 200
/** Refusals that somebody repeated within a day are one entry. So many are looked through. */
const mostLookedAt = 5_000

/** The history of an export, oldest first. Returns undefined if the export does not exist. */
export async function listExportEvents(
  db: SiteData,
  scope: Scope,
  exportid: string,
): Promise<ExportEvent[] | undefined> {
  // The history of a subject and the rest of the history have an index each.
  const { rows } = await sql<{ events: ExportEvent[] }>`
    select coalesce((
      select json_agg(json_build_object(
        'kind', case entry.kind when 'WAITING' then 'REQUESTED' when 'RUNNING' then 'STARTED' else entry.kind end,
        'at', to_char(entry.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'by', case when entry.actor not like 'system:%' or entry.kind in ('WAITING', 'CANCELLED', 'LINK', 'REFUSED') then entry.actor_name end,
        'problem', entry.problem) order by entry.historyid)
      from (
        select entry.historyid, entry.at, entry.actor, entry.actor_name, entry.after ->> 'problem' as problem,
          coalesce(entry.after ->> 'state', entry.after ->> 'what') as kind
        from (
          select 'export' as kind, export.exportid as id
          union all select 'export_access', accessid from export_access access
            where access.exportid = export.exportid and access.siteid = export.siteid) record
        cross join lateral (
          select * from history where history.subjectid is null and export.subjectid is null
            and history.kind = record.kind and history.id = record.id
          union all select * from history where history.subjectid = export.subjectid
            and history.kind = record.kind and history.id = record.id) entry
        where record.kind = 'export_access' or entry.after ->> 'state' is distinct from entry.before ->> 'state'
        order by entry.historyid desc limit ${mostEvents}) entry), '[]') as events
    from export join current_site using (siteid)
    where export.exportid = ${exportid} and ${inScope(scope, 'export')}`.execute(readsOf(db, scope))
  return rows[0]?.events
}

/** Who took data out without an export, and who was refused one: of a site, a study or a subject, newest first. */
export async function listExportAccesses(db: SiteData, scope: Scope, place: Place): Promise<ExportAccess[]> {
  const { siteid, studyid, subjectid } = place
  // The history of a subject and the rest of the history have an index each.
  const { rows } = await sql<ExportAccess>`
    with listed as (
      select (array_agg(access.accessid order by access.created_at desc, access.accessid))[1] as accessid, access.what,
        access.studyid, access.subjectid, access.problem, entry.actor_name, max(access.created_at) as at, count(*)::int as times
      from (select * from export_access access
        where access.siteid = ${siteid} and access.exportid is null and ${inScope(scope, 'access')}
          ${studyid ? sql`and access.studyid = ${studyid}` : sql``} ${subjectid ? sql`and access.subjectid = ${subjectid}` : sql``}
        order by access.created_at desc, access.accessid limit ${mostLookedAt}) access
      cross join lateral (
        select actor, actor_name from history where history.subjectid is null and access.subjectid is null
          and history.kind = 'export_access' and history.id = access.accessid
        union all select actor, actor_name from history where history.subjectid = access.subjectid
          and history.kind = 'export_access' and history.id = access.accessid) entry
      group by access.what, access.studyid, access.subjectid, access.problem, entry.actor, entry.actor_name,
        case when access.what = 'REFUSED' then date_trunc('day', access.created_at)::text else access.accessid end
      order by at desc, accessid limit ${mostAccesses})
    select access.accessid, access.what as kind, access.studyid, current_study.name as "studyName", access.subjectid,
      current_subject.identifier as "subjectIdentifier", access.problem, access.actor_name as by, access.times,
      to_char(access.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from listed access
    left join current_study on current_study.studyid = access.studyid and current_study.siteid = ${siteid}
    left join current_subject on current_subject.subjectid = access.subjectid and current_subject.studyid = access.studyid
      and current_subject.siteid = ${siteid}
    order by access.at desc, access.accessid`.execute(readsOf(db, scope))
  return rows
}

/** Records in the history that someone received a link or was refused. */
export async function recordAccess(
  tx: Write,
  access: {
    siteid: string
    studyid: string | null
    subjectid: string | null
    exportid?: string
    what: 'LINK' | 'RECORD' | 'FEED' | 'CODES' | 'REFUSED'
    problem?: string
  },
): Promise<void> {
  await tx
    .insertInto('export_access')
    .values({ accessid: newId(), ...access })
    .execute()
}
