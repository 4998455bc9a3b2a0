import { type RawBuilder, sql } from 'kysely'
import { JsonText } from '../database/json-text.ts'
import type { Reader } from './site-data.ts'

/**
 * Runs a statement that returns one row with one column of JSON text, named `json`. Returns undefined if there is no
 * row.
 */
export async function readJson(db: Reader, statement: RawBuilder<unknown>): Promise<JsonText | undefined> {
  const { rows } = await sql<{ json: string | null }>`${statement}`.execute(db)
  const json = rows[0]?.json
  return typeof json === 'string' ? new JsonText(json) : undefined
}
