import type { Kysely } from 'kysely'
import type { OpenTables } from './tables.ts'

/**
 * A pool or a transaction for statements built on the tables without site data. Statements as text could name any
 * table: only unscoped.ts opens the handle for them. For site data see access/site-data.ts.
 */
export type Database = Pick<Kysely<OpenTables>, 'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom' | 'with'>
