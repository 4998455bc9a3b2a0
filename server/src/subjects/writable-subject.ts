import { problem } from '@casebook/domain/shared/problems.ts'
import { whyNotEditable } from '@casebook/domain/subjects/subjects.rules.ts'
import type { Scope } from '../platform/scope.ts'
import type { Write } from '../platform/write.ts'
import { lockSubjectStatus } from './subjects.sql.ts'

/** The subject as something below it is written. Throws NOT_FOUND, or SUBJECT_NOT_OPEN. */
export async function lockWritableSubject(tx: Write, scope: Scope, subjectid: string) {
  const subject = await lockSubjectStatus(tx, scope, subjectid)
  if (!subject) throw problem('subject.missing', { field: 'subjectid' })
  const why = whyNotEditable(subject)
  if (why) throw why
  return subject
}
