import { sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readsOf, type SiteData } from '../access/site-data.ts'
import { describeRecord, recordKinds } from '../records/records.ts'
import type { Origin, Position } from './position.ts'

/** History rows examined for one page, whether or not the caller may see them. */
const mostSeen = 20_000

const reportedKinds = recordKinds.filter((kind) => describeRecord(kind).change !== null)

export type Now = {
  /** All transactions below this number have ended, so their changes are visible. */
  settled: Position
  /** The lowest transaction number that has not been assigned. */
  next: string
  origin: Origin
}

export async function findNow(db: SiteData, scope: Scope): Promise<Now> {
  const { rows } = await sql<Origin & { settled: string; next: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as settled, pg_snapshot_xmax(pg_current_snapshot())::text as next,
      (select system_identifier::text from pg_control_system()) as system,
      (select oid::text from pg_database where datname = current_database()) as database,
      left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`.execute(readsOf(db, scope))
  const [row] = rows
  if (!row) throw new Error('the database did not say where it is')
  const { settled, next, ...origin } = row
  return { settled: { tx: settled, historyid: '0' }, next, origin }
}

export type Entry = Position & {
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
 * Reads the history after a position in transaction order, up to `until`, below which all transactions have ended.
 * Later commits have higher numbers, whatever the numbers of their rows. Also returns where reading stopped: null if it
 * reached `until`.
 */
export async function listEntries(
  db: SiteData,
  scope: Scope,
  { after, until, limit }: { after: Position; until: Position; limit: number },
): Promise<{ entries: Entry[]; end: Position | null }> {
  const { rows } = await sql<Entry & { is_last: boolean; is_entry: boolean }>`
    with seen as materialized (
      select tx, historyid, kind, action, siteid, studyid, subjectid, id,
        case when kind in ('form', 'activity', 'reference_data') then coalesce(after, before) ->> 'visitid' end as visitid,
        case when kind in ('form', 'activity', 'reference_data')
          then coalesce((coalesce(after, before) ->> 'occurrence')::int, 1) end as occurrence,
        case when kind = 'device' then coalesce(after, before) ->> 'deviceuid' end as deviceuid,
        case when kind = 'device' and action = 'UPDATED' then before ->> 'deviceid' end as old_id,
        row_number() over (order by tx, historyid) = ${mostSeen} as is_last
      from history where (tx, historyid) > (${after.tx}::text::xid8, ${after.historyid}::text::bigint)
        and tx < ${until.tx}::text::xid8
      order by tx, historyid limit ${mostSeen}
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
