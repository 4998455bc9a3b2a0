import { type RawBuilder, sql } from 'kysely'

/** Whether a form type was ever published: one that is new as a draft has no fields, and nobody fills it in yet. */
export function wasPublished(row: string): RawBuilder<boolean> {
  return sql`(${sql.ref(`${row}.fields`)} <> '[]' or ${sql.ref(`${row}.draft`)} is null)`
}
