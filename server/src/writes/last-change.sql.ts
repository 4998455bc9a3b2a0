import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { RecordKind } from '../records/records.ts'

type Target = {
  kind: RecordKind
  id: string
  siteid?: string | undefined
  subjectid?: string | undefined
  visitid?: string | undefined
  occurrence?: number | undefined
}

/** Who changed a record last, and when. */
export async function findLastChange(db: Database, { kind, id, siteid, subjectid, visitid, occurrence }: Target) {
  return db
    .selectFrom('history')
    .select(['actor_name', 'at'])
    .where('kind', '=', kind)
    .where('id', '=', id)
    .$if(siteid !== undefined, (query) => query.where('siteid', '=', siteid ?? ''))
    .where('subjectid', subjectid === undefined ? 'is' : '=', subjectid ?? null)
    .$if(occurrence !== undefined, (query) => query.where(isOccurrence(visitid ?? '', occurrence ?? 1)))
    .orderBy('historyid', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** What was recorded before anything could repeat has neither: it is the first, without a visit. */
function isOccurrence(visitid: string, occurrence: number) {
  return sql<boolean>`coalesce(coalesce(after, before) ->> 'visitid', '') = ${visitid}
    and coalesce((coalesce(after, before) ->> 'occurrence')::int, 1) = ${occurrence}`
}
