import type { Kysely } from 'kysely'
import type { Database } from './handle.ts'
import type { OpenTables } from './tables.ts'

/**
 * Returns the handle with all methods of the query builder, including statements as text, which may name any table.
 * Used for the server's own work: sessions, mail, rate limits, reading the growing history. Lint refuses its import in
 * features and in `.sql.ts` files.
 */
export function unscoped(db: Database): Kysely<OpenTables> {
  return db as unknown as Kysely<OpenTables>
}
