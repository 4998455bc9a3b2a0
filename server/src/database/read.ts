import type { Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from './tables.ts'

/** A pool or a transaction. */
export type Reader = Kysely<Tables>

/** Runs a statement of one row and one JSON column; undefined where no row answers. */
export async function readJson(db: Reader, statement: RawBuilder<unknown>): Promise<unknown> {
  const { rows } = await sql<{ json: unknown }>`${statement}`.execute(db)
  return rows[0]?.json
}

/** The same for a statement that answers a JSON list. */
export async function readJsonList(db: Reader, statement: RawBuilder<unknown>): Promise<unknown[] | undefined> {
  const json = await readJson(db, statement)
  return Array.isArray(json) ? json : undefined
}
