import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readsOf, type SiteData } from '../access/site-data.ts'
import { describeRecord, recordKinds } from '../records/records.ts'
import type { Origin, Place, Position, Visible } from './position.ts'

/** History rows examined for one page, whether or not the caller may see them. */
const mostSeen = 20_000

/** What is read of a row. The values before and after a change, which may be large, are not carried along. */
const columns = sql`tx, historyid, kind, action, siteid, studyid, subjectid, id,
  case when kind in ('form', 'activity', 'reference_data') then coalesce(after, before) ->> 'visitid' end as visitid,
  case when kind in ('form', 'activity', 'reference_data')
    then coalesce((coalesce(after, before) ->> 'occurrence')::int, 1) end as occurrence,
  case when kind = 'device' then coalesce(after, before) ->> 'deviceuid' end as deviceuid,
  case when kind = 'device' and action = 'UPDATED' then before ->> 'deviceid' end as old_id`

const reportedKinds = recordKinds.filter((kind) => describeRecord(kind).change !== null)

export type Now = Visible & { origin: Origin }

export async function findNow(db: SiteData, scope: Scope): Promise<Now> {
  const { rows } = await sql<Origin & Visible>`
    select pg_snapshot_xmax(pg_current_snapshot())::text as next,
      array(select pg_snapshot_xip(pg_current_snapshot())::text) as running,
      (select system_identifier::text from pg_control_system()) as system,
      (select oid::text from pg_database where datname = current_database()) as database,
      left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`.execute(readsOf(db, scope))
  const [row] = rows
  if (!row) throw new Error('the database did not say where it is')
  const { next, running, ...origin } = row
  return { next, running, origin }
}

export type Entry = Place & {
  kind: string
  action: 'ADDED' | 'UPDATED' | 'REMOVED'
  siteid: string | null
  studyid: string | null
  subjectid: string | null
  id: string
  /** Of a form, an activity or a file. */
  visitid: string | null
  occurrence: number | null
  /** A device's permanent id, and its deviceid before this change. */
  deviceuid: string | null
  old_id: string | null
  /** Whether the record itself is reported to the caller, and not only about its effects on others. */
  is_reported: boolean
}

/**
 * Reads what a position lacks of the history, in the order of transactions, as far as their changes are visible. A
 * transaction that ran longer than others is read when it has ended, and holds nothing up. Also returns where reading
 * stopped: null if nothing is left.
 */
export async function listEntries(
  db: SiteData,
  scope: Scope,
  { after, visible, limit }: { after: Position; visible: Visible; limit: number },
): Promise<{ entries: Entry[]; end: Place | null }> {
  const ended = after.pending.filter(({ tx }) => !visible.running.includes(tx))
  const { rows } = await sql<Entry & { is_last: boolean; is_entry: boolean }>`
    with unread as (
      (select late.* from (select * from unnest(${ended.map(({ tx }) => tx)}::text[]::xid8[],
          ${ended.map(({ historyid }) => historyid)}::text[]::bigint[]) as ended (tx, historyid) order by tx) as pending
        cross join lateral (select ${columns} from history where history.tx = pending.tx
          and history.historyid > pending.historyid order by historyid limit ${mostSeen}) as late
        order by pending.tx, late.historyid limit ${mostSeen})
      union all
      (select ${columns} from history where (tx, historyid) > (${after.tx}::text::xid8, ${after.historyid}::text::bigint)
          and tx < ${visible.next}::text::xid8 and not tx = any(${visible.running}::text[]::xid8[])
        order by tx, historyid limit ${mostSeen})
    ), seen as materialized (
      select *, row_number() over (order by tx, historyid) = ${mostSeen} as is_last
      from unread order by tx, historyid limit ${mostSeen}
    ), scoped as (
      select *, coalesce(${inScope(scope, 'seen')}, false) as is_reported, coalesce(old_id <> id, false) as is_renamed
      from seen
    ), marked as (
      select *, kind = any(${reportedKinds}::text[]) and (is_reported or is_renamed) as is_entry from scoped
    )
    select tx::text, historyid::text, kind, action, siteid, studyid, subjectid, id, visitid, occurrence, deviceuid, old_id, is_reported, is_last, is_entry
    from marked where is_entry or is_last order by marked.tx, marked.historyid limit ${limit + 1}`.execute(
    readsOf(db, scope),
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const isCut = rows.length > limit || last?.is_last === true
  return {
    entries: page.filter(({ is_entry }) => is_entry),
    end: isCut && last ? { tx: last.tx, historyid: last.historyid } : null,
  }
}

export type Wearer = { deviceuid: string; siteid: string; studyid: string; subjectid: string }

/** The subjects visible to the caller that have one of these devices attached. */
export async function listWearersOf(db: SiteData, scope: Scope, deviceuids: readonly string[]): Promise<Wearer[]> {
  if (deviceuids.length === 0) return []
  const { rows } = await sql<Wearer>`select distinct deviceuid, siteid, studyid, subjectid from subject_device
    where deviceuid = any(${deviceuids}::text[]) and ${inScope(scope, 'subject_device')}`.execute(readsOf(db, scope))
  return rows
}
