import { sql } from 'kysely'
import type { Scope } from '../access/scope.ts'
import { readsOf, type SiteData } from '../access/site-data.ts'
import type { HistoryEvent } from '../records/notices.ts'

export type Wearer = { siteid: string; studyid: string; subjectid: string }

/**
 * The subjects that wear a changed device: they show its id, which may be new. And those that wear a device which was put
 * on somebody else or taken off: they show who wears it at once. Reads only ids.
 */
export async function listWearers(db: SiteData, scope: Scope, events: readonly HistoryEvent[]): Promise<Wearer[]> {
  const devices = events.filter(({ kind, action }) => kind === 'device' && action === 'UPDATED')
  const worn = events.filter(({ kind }) => kind === 'subject_device')
  if (devices.length + worn.length === 0) return []
  const { rows } = await sql<Wearer>`select worn.siteid, worn.studyid, worn.subjectid
    from unnest(${devices.map(({ siteid }) => siteid)}::text[], ${devices.map(({ id }) => id)}::text[]) as changed (siteid, deviceid)
    join device using (siteid, deviceid) join subject_device worn using (siteid, deviceuid)
    where device.removed_at is null
    union select other.siteid, other.studyid, other.subjectid
    from unnest(${worn.map(({ siteid }) => siteid)}::text[], ${worn.map(({ id }) => id)}::text[],
      ${worn.map(({ subjectid }) => subjectid)}::text[]) as changed (siteid, deviceuid, subjectid)
    join subject_device other using (siteid, deviceuid) where other.subjectid <> changed.subjectid`.execute(
    readsOf(db, scope),
  )
  return rows
}
