import type { RecordFields } from '@casebook/domain/shared/record-fields/record-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import type { FieldNames } from '../generated/field-names.ts'
import { cachedSql } from './cached-sql.ts'
import type { Selection } from './selection.ts'

/** SQL for a field's value as JSON text, NULL for null, given the alias of its row and the selection below it. */
type Expression = (row: string, below: Selection) => RawBuilder<unknown>

/** A non-null column whose text never needs JSON escaping; constraints ensure both. */
type PlainColumn = { plain: string }

type Field = Expression | PlainColumn

/**
 * How each field of a GraphQL type is written in SQL. Shapes are combined into one statement per root field, which
 * reads only what was requested. The JSON is assembled as text, which takes PostgreSQL less than half the time of its
 * JSON functions (docs/decisions/0017).
 */
export type Shape = { readonly type: string; readonly fields: { readonly [field: string]: Field } }

type ShapedType = keyof FieldNames

/** The types that have a shape: the database returns their objects as JSON, with each value under the caller's alias. */
export const shapedTypes = new Set<string>()

/** A field that is a column of the same name. */
type OwnColumn = { of: (name: string) => Field }

/** A column of any type and content. */
export const column: OwnColumn = { of: (name) => (row) => anyJson(sql.ref(`${row}.${name}`)) }

/** The fields of a record that people type, each a column of the same name. */
export function columnsOf<List extends RecordFields>(list: List): { [name in keyof List]: OwnColumn } {
  const columns = Object.fromEntries(Object.keys(list).map((name) => [name, column]))
  // Each field of the list.
  return columns as { [name in keyof List]: OwnColumn }
}

/** A PlainColumn: ids and fixed words. */
export const plainColumn: OwnColumn = { of: (name) => ({ plain: name }) }

/** A numeric column. */
export const numberColumn: OwnColumn = { of: numberColumnOf }

/** A field that is a numeric column with another name. */
export function numberColumnOf(name: string): Expression {
  return (row) => sql`${sql.ref(`${row}.${name}`)}::text`
}

/** Defines a shape. It must have exactly the fields of the type in the schema: a missing or extra field does not compile. */
export function shape<Type extends ShapedType>(
  type: Type,
  fields: { readonly [field in FieldNames[Type]]: Field | OwnColumn },
): Shape {
  shapedTypes.add(type)
  const entries = Object.entries<Field | OwnColumn>(fields)
  return {
    type,
    fields: Object.fromEntries(entries.map(([name, field]) => [name, 'of' in field ? field.of(name) : field])),
  }
}

/** Any value in the form that an Expression requires. */
export function anyJson(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`to_json(${value})::text`
}

/**
 * A field that is a JSON column: a list of objects with exactly these keys, stored in this order. `reordered` replaces
 * the column by the same list in another order.
 */
export function jsonColumn<Type extends ShapedType>(
  name: string,
  type: Type,
  stored: { readonly [field in FieldNames[Type]]: 'stored' },
  reordered: (row: string) => RawBuilder<unknown> = (row) => sql.ref(`${row}.${name}`),
): Expression {
  const list = storedListOf(type, Object.keys(stored))
  return (row, below) => list(below, reordered(row))
}

/** A JSON list of objects with exactly these keys, stored in this order, of which `below` requests some. */
export function storedListOf(
  type: ShapedType,
  keys: readonly string[],
): (below: Selection, value: RawBuilder<unknown>) => RawBuilder<unknown> {
  shapedTypes.add(type)
  const list: Shape = {
    type,
    fields: Object.fromEntries(keys.map((key) => [key, () => sql`(item -> ${sql.lit(key)})::text`])),
  }
  return (below, value) => {
    const asked = [...below].map(([key, { field }]) => (key === field ? field : undefined))
    const isAsStored = asked.length === keys.length && asked.every((field, place) => field === keys[place])
    if (isAsStored) return sql`(${value})::text`
    const items = sql`jsonb_array_elements(${value}) with ordinality as listed (item, place)`
    return jsonList(list, 'item', below, { from: items, orderBy: sql`place` })
  }
}

/** One object as JSON text, with the requested fields under the caller's aliases. Throws for an unknown field. */
export function jsonObject(shape: Shape, row: string, selection: Selection): RawBuilder<unknown> {
  return cachedSql(shape, row, selection, () => writeObject(shape, row, selection))
}

function writeObject({ type, fields }: Shape, row: string, selection: Selection): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = []
  let literal = '{'
  function add(part: RawBuilder<unknown>) {
    parts.push(sql.lit(literal), part)
    literal = ''
  }
  let comma = ''
  for (const [key, { field, below }] of selection) {
    const known = field === '__typename' ? undefined : fields[field]
    if (known === undefined && field !== '__typename') throw new Error(`The shape of ${type} has no field ${field}.`)
    // Names in GraphQL contain only letters, digits and _. A caller's alias is a parameter, so that one prepared
    // statement serves all aliases.
    if (key === field) literal += `${comma}"${key}":`
    else {
      literal += `${comma}"`
      add(sql`${key}::text`)
      literal = '":'
    }
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

/**
 * A list as JSON text: `from` is everything after FROM without the ORDER BY, in which `row` is the alias that the shape
 * reads.
 */
export function jsonList(
  shape: Shape,
  row: string,
  selection: Selection,
  { from, orderBy }: ListOf,
): RawBuilder<unknown> {
  return sql`(select coalesce(${jsonItems(shape, row, selection, orderBy)}, '[]') from ${from})`
}

/** Aggregates rows into the text of a JSON list; NULL if there are none. */
export function jsonItems(
  shape: Shape,
  row: string,
  selection: Selection,
  orderBy: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`'[' || string_agg(${jsonObject(shape, row, selection)}, ',' order by ${orderBy}) || ']'`
}
