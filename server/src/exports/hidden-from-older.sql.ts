import { type RawBuilder, sql } from 'kysely'

/**
 * The lease of an export is stored with this much added to its end. Servers of an earlier version, which run beside this one
 * during an upgrade, would include deleted subjects; those before 0.2.0 would ignore the selected subjects, too. To them,
 * another process always holds such an export: 0.2.0 takes 1,000 years off where subjects are selected.
 */
export function hiddenFromOlder({ subjectids }: { subjectids: readonly string[] | null }): RawBuilder<unknown> {
  return subjectids === null ? sql`interval '1000 years'` : sql`interval '2000 years'`
}

/** The same for a row of `export`. An export that an earlier version recorded is stored as that version stores it. */
export const hiddenFromOlderInRow = sql`case
  when export.deleted is null and export.subjectids is null then interval '0'
  when export.deleted is null or export.subjectids is null then interval '1000 years'
  else interval '2000 years' end`
