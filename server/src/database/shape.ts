import { type RawBuilder, sql } from 'kysely'
import type { Selection } from '../platform/selection.ts'

/**
 * How each field of a GraphQL type is written in SQL, given the alias of the row it is read from and what was asked for
 * below it. One statement per root field is made of these: what nobody asked for is never read.
 */
export type Shape = { readonly [field: string]: (row: string, below: Selection) => RawBuilder<unknown> }

/** Fields that are a column of the same name. */
export function columns<Name extends string>(...names: Name[]): { [name in Name]: Shape[string] } {
  return Object.fromEntries(names.map((name) => [name, column(name)])) as { [name in Name]: Shape[string] }
}

/** A field that is a column by another name. */
export function column(name: string): Shape[string] {
  return (row) => sql.ref(`${row}.${name}`)
}

/** One object as JSON, holding the fields asked for. */
export function jsonObject(shape: Shape, row: string, selection: Selection): RawBuilder<unknown> {
  const pairs = Object.entries(selection).flatMap(([field, below]) => {
    const expression = shape[field]
    return expression ? [sql`${sql.lit(field)}::text, ${expression(row, below)}`] : []
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
