import { caseKey } from '@casebook/domain/shared/names/names.ts'
import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readsOf, type SiteData } from '../access/site-data.ts'
import type { RemovedKind } from '../generated/resolvers.ts'
import { describeRecord, type ListedRecord, listedRecords } from '../records/records.ts'
import type { Write } from '../writes/write.ts'

export type RemovedRow = {
  kind: RemovedKind
  id: string
  siteid: string
  siteName: string
  studyid: string | null
  studyName: string | null
  name: string
  removedAt: Date
  removedBy: string | null
}

/** The description of the records that are put back as this kind. */
export function describeRemoved(kind: RemovedKind): ListedRecord {
  const found = listedRecords.find(({ as }) => as === kind)
  if (!found) throw new Error(`No record is put back as ${kind}.`)
  return found
}

function selectRemoved(scope: Scope, { table, of, as, id, name }: ListedRecord): RawBuilder<RemovedRow> {
  const isBelowStudy = of === 'study' && table !== 'study'
  const parents =
    table === 'site'
      ? sql``
      : isBelowStudy
        ? sql`join current_study parent_study on parent_study.studyid = gone.studyid`
        : sql`join current_site parent_site on parent_site.siteid = gone.siteid`
  return sql`
    select ${as} as kind, gone.${sql.ref(id)} as id, gone.siteid, site.name as "siteName",
      ${isBelowStudy ? sql`parent_study.studyid` : sql`null::text`} as studyid,
      ${isBelowStudy ? sql`parent_study.name` : sql`null::text`} as "studyName",
      gone.${sql.ref(name)} as name, gone.removed_at as "removedAt",
      (select actor_name from history where history.kind = ${table} and history.subjectid is null
        and history.id = gone.${sql.ref(describeRecord(table).id)} and history.action = 'REMOVED'
        order by historyid desc limit 1) as "removedBy"
    from ${sql.table(table)} gone join site on site.siteid = gone.siteid ${parents}
    where gone.removed_at is not null and ${inScope(scope, 'gone')}`
}

/** What can be restored now: nothing whose parent is removed. */
export async function listRemoved(db: SiteData, scope: Scope): Promise<RemovedRow[]> {
  const all = sql.join(
    listedRecords.map((listed) => selectRemoved(scope, listed)),
    sql` union all `,
  )
  const { rows } = await sql<RemovedRow>`select * from (${all}) removed order by "removedAt" desc limit 1000`.execute(
    readsOf(db, scope),
  )
  return rows
}

/** The study that a removed type belongs to. Returns undefined for other kinds, or if the type can't be restored now. */
export async function findStudyOfRemoved(
  tx: Write,
  scope: Scope,
  kind: RemovedKind,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<RemovedRow>`
    select * from (${selectRemoved(scope, describeRemoved(kind))}) removed where removed.id = ${id}`.execute(tx)
  return rows[0]?.studyid ?? undefined
}

/** One removed record, locked against changes. Returns undefined if it is not removed, or its parent is. */
export async function lockRemoved(
  tx: Write,
  scope: Scope,
  kind: RemovedKind,
  id: string,
): Promise<RemovedRow | undefined> {
  const { rows } = await sql<RemovedRow>`
    select * from (${selectRemoved(scope, describeRemoved(kind))} for no key update of gone) removed where removed.id = ${id}`.execute(
    tx,
  )
  return rows[0]
}

/** Restores it under this name. */
export async function restore(tx: Write, kind: RemovedKind, id: string, name: string): Promise<void> {
  const listed = describeRemoved(kind)
  const keyed = listed.nameKey === undefined ? sql`` : sql`, ${sql.ref(listed.nameKey)} = ${caseKey(name)}`
  await sql`update ${sql.table(listed.table)} set removed_at = null, ${sql.ref(listed.name)} = ${name} ${keyed}
    where ${sql.ref(listed.id)} = ${id}`.execute(tx)
}
