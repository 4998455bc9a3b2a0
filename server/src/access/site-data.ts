import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { JsonText } from '../database/json-text.ts'
import type { Tables } from '../database/tables.ts'
import type { Scope } from './scope.ts'

declare const sealed: unique symbol

/** The database as features receive it. Nothing can be read through it until a Scope says for whom. */
export type SiteData = { readonly [sealed]: true }

declare const scoped: unique symbol

/**
 * A handle on all tables: a pool or a transaction. Only a Scope opens one, and the Scope says what may be read through
 * it.
 */
export type Reader = Kysely<Tables> & SiteData & { readonly [scoped]: true }

/** Turns a database handle into one that can't be read without a Scope. Called once for each pool, at start. */
export function seal(db: Database): SiteData {
  return db as unknown as SiteData
}

/**
 * The only way to site data. Statements filter by `inScope`; requiring `scope` here makes sure that no function forgets
 * it.
 */
export function readsOf(db: SiteData | Database, _scope: Scope): Reader {
  return db as unknown as Reader
}

/**
 * Runs a statement that returns one row with one column of JSON text, named `json`. Returns undefined if there is no
 * row.
 */
export async function readJson(db: Reader, statement: RawBuilder<unknown>): Promise<JsonText | undefined> {
  const { rows } = await sql<Row>`${statement}`.execute(db)
  return textOf(rows[0])
}

/** The same for the first row in an order. Rows are sorted only if there are several, because that takes a tenth of a short read. */
export async function readFirstJson(
  db: Reader,
  statement: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<JsonText | undefined> {
  const { rows } = await sql<Row>`${statement} limit 2`.execute(db)
  return rows.length > 1 ? readJson(db, sql`${statement} order by ${order} limit 1`) : textOf(rows[0])
}

type Row = { json: string | null }

function textOf(row: Row | undefined): JsonText | undefined {
  return typeof row?.json === 'string' ? new JsonText(row.json) : undefined
}
