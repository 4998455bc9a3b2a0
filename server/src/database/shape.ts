import { type RawBuilder, sql } from 'kysely'
import type { Selection } from '../platform/selection.ts'

type Expression = (row: string, below: Selection) => RawBuilder<unknown>

/**
 * How each field of a GraphQL type is written in SQL, given the alias of the row it is read from and what was asked for
 * below it. One statement per root field is made of these: what nobody asked for is never read.
 */
export type Shape = { readonly type: string; readonly fields: { readonly [field: string]: Expression } }

/** Fields that are a column of the same name. */
export function columns<Name extends string>(...names: Name[]): { [name in Name]: Expression } {
  return Object.fromEntries(names.map((name) => [name, column(name)])) as { [name in Name]: Expression }
}

/** A field that is a column by another name. */
export function column(name: string): Expression {
  return (row) => sql.ref(`${row}.${name}`)
}

/** A field that is a column of JSON: a list of objects that hold, in this order, just what `keys` says. */
export function jsonColumn(name: string, type: string, keys: readonly string[]): Expression {
  return (row, below) => {
    const asked = [...below].map(([key, { field }]) => (key === field ? field : undefined))
    if (asked.length === keys.length && asked.every((field, place) => field === keys[place]))
      return sql.ref(`${row}.${name}`)
    const shape: Shape = {
      type,
      fields: Object.fromEntries(keys.map((key) => [key, () => sql`item -> ${sql.lit(key)}`])),
    }
    return sql`(select coalesce(json_agg(${jsonObject(shape, 'item', below)} order by place), '[]'::json)
      from jsonb_array_elements(${sql.ref(`${row}.${name}`)}) with ordinality as listed (item, place))`
  }
}

/** One object as JSON, holding what was asked for under the names that the caller gave. */
export function jsonObject({ type, fields }: Shape, row: string, selection: Selection): RawBuilder<unknown> {
  const pairs = [...selection].flatMap(([key, { field, below }]) => {
    const expression = field === '__typename' ? sql.lit(type) : fields[field]?.(row, below)
    return expression ? [sql`${sql.lit(key)}, ${expression}`] : []
  })
  return sql`json_build_object(${sql.join(pairs)})`
}

/** A list as JSON: `from` is everything after FROM without the ORDER BY, in which `row` is the alias the shape reads. */
export function jsonList(
  shape: Shape,
  row: string,
  selection: Selection,
  { from, orderBy }: { from: RawBuilder<unknown>; orderBy: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`(select coalesce(json_agg(${jsonObject(shape, row, selection)} order by ${orderBy}), '[]'::json) from ${from})`
}
