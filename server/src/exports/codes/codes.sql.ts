import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import type { Reader } from '../../access/site-data.ts'
import type { Write } from '../../writes/write.ts'

/**
 * The key of a site's codes: that of its first de-identified export, so that they stay the same, also for a token that is
 * confined to studies. Whether the caller may export at the site was decided before.
 */
export async function findCodeKey(db: Reader | Write, siteid: string): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`select code_key as key from export
    where siteid = ${siteid} and code_key is not null order by created_at limit 1`.execute(db)
  return rows[0]?.key
}

/** The key for another de-identified export of the site, which may be the first. */
export async function codeKeyOf(tx: Write, siteid: string): Promise<string> {
  // One at a time, and before the statement that looks for a key: two first ones would each have a key of its own.
  await sql`select pg_advisory_xact_lock(hashtext('codes of a site'), hashtext(${siteid}))`.execute(tx)
  return (await findCodeKey(tx, siteid)) ?? randomBytes(32).toString('hex')
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
