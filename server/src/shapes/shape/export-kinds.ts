import { sql } from 'kysely'
import { kindsOf } from '../../records/records.ts'

/** Entries of the history that change no record: exports, and what was taken out or refused. */
export const exportKinds = sql`(${sql.join(kindsOf('exports').map((kind) => sql.lit(kind)))})`
