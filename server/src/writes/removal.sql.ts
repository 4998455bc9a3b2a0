import { type RawBuilder, sql } from 'kysely'
import { readJson } from '../access/read-json.ts'
import type { Tables } from '../database/tables.ts'
import type { HiddenKind } from '../records/records.ts'
import { activityShape } from '../shapes/activity.shape.ts'
import { activityTypeShape } from '../shapes/activity-type.shape.ts'
import { deviceShape } from '../shapes/device.shape.ts'
import { formShape } from '../shapes/form.shape.ts'
import { formTypeShape } from '../shapes/form-type.shape.ts'
import { referenceDataShape } from '../shapes/reference-data.shape.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import { jsonObject, type Shape } from '../shapes/shape/shape.ts'
import { siteShape } from '../shapes/site.shape.ts'
import { studyShape } from '../shapes/study.shape.ts'
import type { Write } from './write.ts'

const shapes: Record<HiddenKind, Shape> = {
  site: siteShape,
  device: deviceShape,
  study: studyShape,
  activity_type: activityTypeShape,
  form_type: formTypeShape,
  form: formShape,
  activity: activityShape,
  reference_data: referenceDataShape,
}

/** The columns that find the row, with their values. */
type Ids<Kind extends HiddenKind> = Partial<Record<keyof Tables[Kind] & string, string>>

/**
 * Removes a record: its row is hidden, with everything below it. Returns the record, or undefined if there is none. The
 * caller has locked what it belongs to, and checked that the ids are in scope.
 */
export function removeRecord<Kind extends HiddenKind>(tx: Write, kind: Kind, ids: Ids<Kind>, selection: Selection) {
  return setRemovedAt(tx, { kind, ids, selection, to: sql`now()`, where: sql`removed_at is null` })
}

/** Puts a removed record back unchanged. Returns undefined if none was removed. */
export function putBackRecord<Kind extends HiddenKind>(tx: Write, kind: Kind, ids: Ids<Kind>, selection: Selection) {
  return setRemovedAt(tx, { kind, ids, selection, to: sql`null`, where: sql`removed_at is not null` })
}

type Change = {
  kind: HiddenKind
  ids: Readonly<Record<string, string | undefined>>
  selection: Selection
  to: RawBuilder<unknown>
  where: RawBuilder<unknown>
}

async function setRemovedAt(tx: Write, { kind, ids, selection, to, where }: Change) {
  const found = Object.entries(ids).map(([column, value]) => sql`${sql.ref(column)} = ${value} and `)
  return readJson(
    tx,
    sql`update ${sql.table(kind)} set removed_at = ${to} where ${sql.join(found, sql``)} ${where}
      returning ${jsonObject(shapes[kind], kind, selection)} as json`,
  )
}
