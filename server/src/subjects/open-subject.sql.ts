import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../platform/scope.ts'

/**
 * A row for the FROM of a guarded statement: `open_subject`, the subject where it is in the scope and open, kept so until
 * the statement is done. Reads `actor`.
 */
export function openSubject(scope: Scope, subjectid: string): RawBuilder<unknown> {
  return sql`(select subject.subjectid, subject.siteid, subject.studyid
    from actor cross join subject join current_study using (studyid, siteid)
    where subject.subjectid = ${subjectid} and subject.status = 'OPEN' and ${inScope(scope, 'subject')}
    for share of subject) open_subject`
}
