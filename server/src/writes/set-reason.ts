import { sql } from 'kysely'
import type { Write } from './write.ts'

/** Gives what the transaction changes from here on a reason in the history. */
export async function setReason(tx: Write, reason: string): Promise<void> {
  await sql`select set_config('casebook.reason', ${reason}, true)`.execute(tx)
}
