import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../../access/scope.ts'
import { readJson, readsOf, type SiteData } from '../../access/site-data.ts'
import type { HiddenKind } from '../../records/records.ts'
import type { Selection } from './selection.ts'
import { jsonObject, type Shape } from './shape.ts'

type Kind = HiddenKind | 'subject'

/** The columns that find a row, with their values: each is a condition, so pass no others along. */
type Ids = Readonly<Record<string, string | number>>

/** The record with these ids, as JSON. Undefined if there is none in scope, or it was removed. */
export function readRecord(
  db: SiteData,
  scope: Scope,
  { kind, shape, ids }: { kind: Kind; shape: Shape; ids: Ids },
  selection: Selection,
) {
  return readJson(
    readsOf(db, scope),
    sql`select ${jsonObject(shape, kind, selection)} as json from ${present(scope, kind, ids)}`,
  )
}

/**
 * The list below a record, as the field of its shape reads it: the devices of a site, for example. Undefined if there is
 * no such record in scope, or it was removed.
 */
export function readListBelow(
  db: SiteData,
  scope: Scope,
  { kind, shape, ids, field }: { kind: Kind; shape: Shape; ids: Ids; field: string },
  selection: Selection,
) {
  const list = shape.fields[field]
  if (typeof list !== 'function') throw new Error(`The shape of ${shape.type} has no list ${field}.`)
  return readJson(readsOf(db, scope), sql`select ${list(kind, selection)} as json from ${present(scope, kind, ids)}`)
}

function present(scope: Scope, kind: Kind, ids: Ids): RawBuilder<unknown> {
  const found = Object.entries(ids).map(([column, value]) => sql`${sql.ref(`${kind}.${column}`)} = ${value}`)
  return sql`${sql.table(`current_${kind}`)} ${sql.ref(kind)} where ${sql.join([...found, inScope(scope, kind)], sql` and `)}`
}
