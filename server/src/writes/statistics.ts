import { sql } from 'kysely'
import type { SiteData } from '../access/site-data.ts'
import type { Database } from '../database/connect.ts'
import { unscoped } from '../database/unscoped.ts'
import type { Write } from './write.ts'

/**
 * Lets the database gather statistics of the tables that changed much since it last did. Without them, it expects a handful
 * of rows for a study that was just filled, and reads it slowly. If this fails, it does so later itself.
 */
export async function gatherStatistics(db: SiteData | Database): Promise<void> {
  await sql`select gather_statistics()`.execute(unscoped(db as Database)).catch(() => undefined)
}

/** Lets `gatherStatistics` know at once what this transaction changes. The database would count it within ten seconds. */
export async function countChangesAtCommit(tx: Write): Promise<void> {
  await sql`select pg_stat_force_next_flush()`.execute(tx)
}
