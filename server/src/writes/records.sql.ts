import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely'
import { readJson } from '../access/site-data.ts'
import type { Tables } from '../database/tables.ts'
import { type HiddenKind, records } from '../records/records.ts'
import type { Selection } from '../shapes/shape/selection.ts'
import { jsonObject, type Shape } from '../shapes/shape/shape.ts'
import type { Write } from './write.ts'

/** The columns that find the row, with their values. */
type Ids<Kind extends HiddenKind> = Partial<Record<keyof Tables[Kind] & string, string | number>>

/** Adds a record, and returns it. Each value is a column. What is omitted or undefined has its default. */
export function insertRecord<Kind extends HiddenKind>(
  tx: Write,
  kind: Kind,
  values: Insertable<Tables[Kind]>,
  shape: Shape,
  selection: Selection,
) {
  const given = givenColumns(values)
  const columns = sql.join(given.map(([name]) => sql.ref(name)))
  return readJson(
    tx,
    sql`insert into ${sql.table(kind)} (${columns}) values (${sql.join(given.map(([, value]) => sql`${value}`))})
      returning ${jsonObject(shape, kind, selection)} as json`,
  )
}

/**
 * Adds a record of a subject, or puts a removed one back with these values, and `also` what else it then sets. Returns
 * undefined if the subject has one.
 */
export function insertOrRevive<Kind extends 'activity' | 'form'>(
  tx: Write,
  kind: Kind,
  values: Insertable<Tables[Kind]>,
  shape: Shape,
  selection: Selection,
  also: RawBuilder<unknown> = sql``,
) {
  const { key } = records[kind]
  const given = givenColumns(values)
  const columns = sql.join(given.map(([name]) => sql.ref(name)))
  const content = given.filter(([name]) => name !== 'studyid' && !key.some((each) => each === name))
  const contents = content.map(([name]) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}, `)
  return readJson(
    tx,
    sql`insert into ${sql.table(kind)} (${columns}) values (${sql.join(given.map(([, value]) => sql`${value}`))})
      on conflict (${sql.join(key.map((name) => sql.ref(name)))})
        do update set ${sql.join(contents, sql``)} removed_at = null ${also} where ${sql.ref(`${kind}.removed_at`)} is not null
      returning ${jsonObject(shape, kind, selection)} as json`,
  )
}

/** Changes a record, which the caller has locked, and returns it. What is omitted or undefined stays as it is. */
export function updateRecord<Kind extends HiddenKind>(
  tx: Write,
  kind: Kind,
  ids: Ids<Kind>,
  values: Updateable<Tables[Kind]>,
  shape: Shape,
  selection: Selection,
) {
  const changes = givenColumns(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  return readJson(
    tx,
    sql`update ${sql.table(kind)} set ${sql.join(changes)} where ${found(ids)}
      returning ${jsonObject(shape, kind, selection)} as json`,
  )
}

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
  ids: Readonly<Record<string, string | number | undefined>>
  shape: Shape
  selection: Selection
  to: RawBuilder<unknown>
  where: RawBuilder<unknown>
}

async function setRemovedAt(tx: Write, { kind, ids, shape, selection, to, where }: Change) {
  return readJson(
    tx,
    sql`update ${sql.table(kind)} set removed_at = ${to} where ${found(ids)} and ${where}
      returning ${jsonObject(shape, kind, selection)} as json`,
  )
}

function found(ids: Readonly<Record<string, string | number | undefined>>): RawBuilder<unknown> {
  return sql.join(
    Object.entries(ids).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
    sql` and `,
  )
}

function givenColumns(values: object): [string, unknown][] {
  return Object.entries(values).filter(([, value]) => value !== undefined)
}
