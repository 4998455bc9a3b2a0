import type { Database } from '../database/connect.ts'
import type { RecordKind } from '../records/records.ts'

type Target = { kind: RecordKind; id: string; siteid?: string | undefined; subjectid?: string | undefined }

/** Who changed a record last, and when. */
export async function findLastChange(db: Database, { kind, id, siteid, subjectid }: Target) {
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
