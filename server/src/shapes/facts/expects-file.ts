import { type RawBuilder, sql } from 'kysely'

/**
 * Whether an activity type expects a file. Reads a row with the alias `activity_type`. By the first file in the order of the
 * index: for `exists`, the planner expects to find one soon anywhere, and reads the files of all studies.
 */
export function expectsFile(row: string): RawBuilder<unknown> {
  return sql`((select expected.subjectid from reference_data expected where expected.studyid = ${sql.ref(`${row}.studyid`)}
    and expected.activitytypeid = ${sql.ref(`${row}.activitytypeid`)} and expected.removed_at is null
    order by expected.studyid, expected.activitytypeid, expected.subjectid limit 1) is not null)`
}
