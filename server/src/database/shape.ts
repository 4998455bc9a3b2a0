import { type RawBuilder, sql } from 'kysely'
import type { Selection } from '../platform/selection.ts'

/** SQL for a field's value as the text of JSON, NULL for null, given the alias of its row and what was asked for below it. */
type Expression = (row: string, below: Selection) => RawBuilder<unknown>

/** A column that is never null and whose text holds nothing that JSON would have to escape; constraints see to both. */
type PlainColumn = { plain: string }

/**
 * How each field of a GraphQL type is written in SQL. One statement per root field is made of these: what nobody asked
 * for is never read. The JSON is put together as text, which takes PostgreSQL less than half the time of its own
 * functions for JSON (docs/decisions/0017).
 */
export type Shape = { readonly type: string; readonly fields: { readonly [field: string]: Expression | PlainColumn } }

type Fields<Name extends string, Field> = { [name in Name]: Field }

function fieldsOf<Name extends string, Field>(names: Name[], make: (name: string) => Field): Fields<Name, Field> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Fields<Name, Field>
}

/** Fields that are a column of the same name, of any type and content. */
export function columns<Name extends string>(...names: Name[]): Fields<Name, Expression> {
  return fieldsOf(names, (name) => (row) => anyJson(sql.ref(`${row}.${name}`)))
}

/** Fields that are a column of the same name which is a PlainColumn: ids, and words of our own. */
export function plainColumns<Name extends string>(...names: Name[]): Fields<Name, PlainColumn> {
  return fieldsOf(names, (name) => ({ plain: name }))
}

/** Fields that are a column of numbers of the same name. */
export function numberColumns<Name extends string>(...names: Name[]): Fields<Name, Expression> {
  return fieldsOf(names, numberColumn)
}

/** A field that is a column of numbers by another name. */
export function numberColumn(name: string): Expression {
  return (row) => sql`${sql.ref(`${row}.${name}`)}::text`
}

/** Any value as an Expression has to give it. */
export function anyJson(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_json(${value})::text`
}

/** A field that is a column of JSON: a list of objects that hold, in this order, just what `keys` says. */
export function jsonColumn(name: string, type: string, keys: readonly string[]): Expression {
  return (row, below) => {
    const asked = [...below].map(([key, { field }]) => (key === field ? field : undefined))
    if (asked.length === keys.length && asked.every((field, place) => field === keys[place]))
      return sql`${sql.ref(`${row}.${name}`)}::text`
    const shape: Shape = {
      type,
      fields: Object.fromEntries(keys.map((key) => [key, () => sql`(item -> ${sql.lit(key)})::text`])),
    }
    return jsonList(shape, 'item', below, {
      from: sql`jsonb_array_elements(${sql.ref(`${row}.${name}`)}) with ordinality as listed (item, place)`,
      orderBy: sql`place`,
    })
  }
}

/** One object as text of JSON, holding what was asked for under the names that the caller gave. */
export function jsonObject({ type, fields }: Shape, row: string, selection: Selection): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  let literal = '{'
  function add(part: RawBuilder<unknown>) {
    parts.push(sql.lit(literal), part)
    literal = ''
  }
  let comma = ''
  for (const [key, { field, below }] of selection) {
    const known = field === '__typename' ? undefined : fields[field]
    if (known === undefined && field !== '__typename') continue
    // Names in GraphQL are letters, digits and _ alone.
    literal += `${comma}"${key}":`
    comma = ','
    if (known === undefined) literal += JSON.stringify(type)
    else if ('plain' in known) {
      literal += '"'
      add(sql.ref(`${row}.${known.plain}`))
      literal = '"'
    } else add(sql`coalesce(${known(row, below)}, 'null')`)
  }
  parts.push(sql.lit(`${literal}}`))
  return sql`(${sql.join(parts, sql` || `)})`
}

type ListOf = { from: RawBuilder<unknown>; orderBy: RawBuilder<unknown> }

/** A list as text of JSON: `from` is everything after FROM without the ORDER BY, in which `row` is the alias the shape reads. */
export function jsonList(
  shape: Shape,
  row: string,
  selection: Selection,
  { from, orderBy }: ListOf,
): RawBuilder<unknown> {
  return sql`(select coalesce(${jsonItems(shape, row, selection, orderBy)}, '[]') from ${from})`
}

/** Gathers rows into the text of a list of JSON; NULL where there are none. */
export function jsonItems(
  shape: Shape,
  row: string,
  selection: Selection,
  orderBy: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`'[' || string_agg(${jsonObject(shape, row, selection)}, ',' order by ${orderBy}) || ']'`
}
