import { sql } from 'kysely'

/**
 * The lease of an export of selected subjects is stored with this much added to its end. Servers of an earlier version, which
 * run beside this one during an upgrade, ignore the selection and would export the whole study. To them, another process
 * always holds such an export.
 */
export const hiddenFromOlder = sql`interval '1000 years'`
