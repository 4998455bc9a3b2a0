import { sql } from 'kysely'
import type { Database } from '../connect.ts'
import { unscoped } from '../unscoped.ts'

/** How often to check. The reserve, a fifth of a partition, is ten million entries. */
export const roomEverySeconds = 3600

/** Creates the next partition of the history if less than a fifth of the last one is free. Does not block writes. */
export async function makeHistoryRoom(db: Database): Promise<void> {
  await sql`select extend_history()`.execute(unscoped(db))
}
