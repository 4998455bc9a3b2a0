import { type RawBuilder, sql } from 'kysely'
import { readJson } from '../access/site-data.ts'
import type { Tables } from '../database/tables.ts'
import type { HiddenKind } from '../records/records.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import { jsonObject, type Shape } from '../shapes/shape/shape.ts'
import type { Write } from './write.ts'

/** The columns that find the row, with their values. */
type Ids<Kind extends HiddenKind> = Partial<Record<keyof Tables[Kind] & string, string>>

/**
 * Removes a record: its row is hidden, with everything below it. Returns the record, or undefined if there is none. The
 * caller has locked what it belongs to, and checked that the ids are in scope.
 */
export function removeRecord<Kind extends HiddenKind>(
  tx: Write,
  kind: Kind,
  ids: Ids<Kind>,
  shape: Shape,
  selection: Selection,
) {
  return setRemovedAt(tx, { kind, ids, shape, selection, to: sql`now()`, where: sql`removed_at is null` })
}

/** Puts a removed record back unchanged. Returns undefined if none was removed. */
export function putBackRecord<Kind extends HiddenKind>(
  tx: Write,
  kind: Kind,
  ids: Ids<Kind>,
  shape: Shape,
  selection: Selection,
) {
  return setRemovedAt(tx, { kind, ids, shape, selection, to: sql`null`, where: sql`removed_at is not null` })
}

type Change = {
  kind: HiddenKind
  ids: Readonly<Record<string, string | undefined>>
  shape: Shape
  selection: Selection
  to: RawBuilder<unknown>
  where: RawBuilder<unknown>
}

async function setRemovedAt(tx: Write, { kind, ids, shape, selection, to, where }: Change) {
  const found = Object.entries(ids).map(([column, value]) => sql`${sql.ref(column)} = ${value} and `)
  return readJson(
    tx,
    sql`update ${sql.table(kind)} set removed_at = ${to} where ${sql.join(found, sql``)} ${where}
      returning ${jsonObject(shape, kind, selection)} as json`,
  )
}
