import type { Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { JsonText } from './json-text.ts'
import type { Tables } from './tables.ts'

/** A pool or a transaction. */
export type Reader = Kysely<Tables>

/** Runs a statement of one row and one column of JSON as text, named `json`; undefined where no row answers. */
export async function readJson(db: Reader, statement: RawBuilder<unknown>): Promise<JsonText | undefined> {
  const { rows } = await sql<{ json: string | null }>`${statement}`.execute(db)
  const json = rows[0]?.json
  return typeof json === 'string' ? new JsonText(json) : undefined
}
