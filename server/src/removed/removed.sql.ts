import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'
import { readsOf, type SiteData } from '../access/site-data.ts'
import type { RemovedKind } from '../generated/resolvers.ts'
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

type Table = { name: string; id: string; shown: string }

/** The table of each kind, its key, and the column that people know a row by. */
const tables: Record<RemovedKind, Table> = {
  SITE: { name: 'site', id: 'siteid', shown: 'name' },
  DEVICE: { name: 'device', id: 'deviceuid', shown: 'deviceid' },
  STUDY: { name: 'study', id: 'studyid', shown: 'name' },
  ACTIVITY_TYPE: { name: 'activity_type', id: 'activitytypeid', shown: 'description' },
  FORM_TYPE: { name: 'form_type', id: 'formtypeid', shown: 'identifier' },
}

function selectRemoved(scope: Scope, kind: RemovedKind): RawBuilder<RemovedRow> {
  const { name, id, shown } = tables[kind]
  const isBelowStudy = kind === 'ACTIVITY_TYPE' || kind === 'FORM_TYPE'
  const parents =
    kind === 'SITE'
      ? sql``
      : isBelowStudy
        ? sql`join current_study parent_study on parent_study.studyid = gone.studyid`
        : sql`join current_site parent_site on parent_site.siteid = gone.siteid`
  return sql`
    select ${kind} as kind, gone.${sql.ref(id)} as id, gone.siteid, site.name as "siteName",
      ${isBelowStudy ? sql`parent_study.studyid` : sql`null::text`} as studyid,
      ${isBelowStudy ? sql`parent_study.name` : sql`null::text`} as "studyName",
      gone.${sql.ref(shown)} as name, gone.removed_at as "removedAt",
      (select actor_name from history where history.kind = ${name} and history.subjectid is null
        and history.id = gone.${sql.ref(kind === 'DEVICE' ? 'deviceid' : id)} and history.action = 'REMOVED'
        order by historyid desc limit 1) as "removedBy"
    from ${sql.table(name)} gone join site on site.siteid = gone.siteid ${parents}
    where gone.removed_at is not null and ${inScope(scope, 'gone')}`
}

/** What can be restored now: nothing whose parent is removed. */
export async function listRemoved(db: SiteData, scope: Scope): Promise<RemovedRow[]> {
  const kinds: RemovedKind[] = ['SITE', 'DEVICE', 'STUDY', 'ACTIVITY_TYPE', 'FORM_TYPE']
  const all = sql.join(
    kinds.map((kind) => selectRemoved(scope, kind)),
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
    select * from (${selectRemoved(scope, kind)}) removed where removed.id = ${id}`.execute(tx)
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
    select * from (${selectRemoved(scope, kind)} for no key update of gone) removed where removed.id = ${id}`.execute(
    tx,
  )
  return rows[0]
}

type Restored = { kind: RemovedKind; id: string; name: string; key: string | undefined }

/** Restores it under this name. `key` is the name's case key, for kinds whose names are unique ignoring case. */
export async function restore(tx: Write, { kind, id, name, key }: Restored): Promise<void> {
  const table = tables[kind]
  const keyed = key === undefined ? sql`` : sql`, ${sql.ref(`${table.shown}_key`)} = ${key}`
  await sql`update ${sql.table(table.name)} set removed_at = null, ${sql.ref(table.shown)} = ${name} ${keyed}
    where ${sql.ref(table.id)} = ${id}`.execute(tx)
}
