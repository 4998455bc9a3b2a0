import { type RawBuilder, sql } from 'kysely'
import { inScope, type Scope } from '../access/scope.ts'

/**
 * A row for the FROM clause of a guarded statement: `open_subject`, the subject if it is in the scope and open. It
 * stays open until the statement ends. Reads `actor`.
 */
export function openSubject(scope: Scope, subjectid: string): RawBuilder<unknown> {
  return sql`(select subject.subjectid, subject.siteid, subject.studyid
    from actor cross join subject join current_study using (studyid, siteid)
    where subject.subjectid = ${subjectid} and subject.status = 'OPEN' and ${inScope(scope, 'subject')}
    for share of subject) open_subject`
}
