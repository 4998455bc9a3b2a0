import { sql } from 'kysely'
import type { Write } from '../../writes/write.ts'

/** Locks out concurrent loading. Returns whether there has never been a site. */
export async function isUntouched(tx: Write): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('casebook example data'))`.execute(tx)
  const { rows } = await sql<{ untouched: boolean }>`select not exists (select from site) as untouched`.execute(tx)
  return rows[0]?.untouched === true
}
