import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { Reader } from '../../access/site-data.ts'

/** The key of a site's codes: that of its first de-identified export. */
export async function findCodeKey(db: Reader, scope: Scope, siteid: string): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`select code_key as key from export
    where siteid = ${siteid} and code_key is not null and ${inScope(scope, 'export')} order by created_at limit 1`.execute(
    db,
  )
  return rows[0]?.key
}

/** What has a code in de-identified exports. */
export type Coded = { kind: 'subject' | 'device'; id: string; identifier: string | null; studyid: string | null }

/** The subjects of a site or a study, also deleted and removed ones, and the devices of the site. */
export async function listCoded(
  db: Reader,
  scope: Scope,
  { siteid, studyid }: { siteid: string; studyid: string | null },
): Promise<Coded[]> {
  const { rows } =
    await sql<Coded>`select 'subject' as kind, subject.subjectid as id, subject.identifier, subject.studyid
    from subject where subject.siteid = ${siteid} and ${inScope(scope, 'subject')}
      ${studyid ? sql`and subject.studyid = ${studyid}` : sql``}
    union all select 'device', device.deviceid, device.hw_id, null
    from device where device.siteid = ${siteid} and ${inScope(scope, 'device')}
    order by 1 desc, 4, 3, 2`.execute(db)
  return rows
}
