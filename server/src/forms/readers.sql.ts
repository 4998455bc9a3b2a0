import { inScope, type Scope } from '../access/scope.ts'
import { readsOf, type SiteData } from '../access/site-data.ts'

/** Where a form of this type is or would be. Undefined if the subject's study does not have the type, or had it before. */
export function findFormPlace(
  db: SiteData,
  scope: Scope,
  { subjectid, formtypeid }: { subjectid: string; formtypeid: string },
) {
  return readsOf(db, scope)
    .selectFrom('form_type')
    .innerJoin('current_subject as subject', (join) =>
      join.onRef('subject.studyid', '=', 'form_type.studyid').onRef('subject.siteid', '=', 'form_type.siteid'),
    )
    .select(['subject.siteid', 'subject.studyid'])
    .where('form_type.formtypeid', '=', formtypeid)
    .where('subject.subjectid', '=', subjectid)
    .where(inScope(scope, 'subject'))
    .executeTakeFirst()
}
