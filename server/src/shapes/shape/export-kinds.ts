import { sql } from 'kysely'

/** Entries of the history that change no record: exports, and what was taken out or refused. */
export const exportKinds = sql`('export', 'export_access')`
