import { problem } from '@casebook/domain/shared/problems.ts'
import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import type { Scope } from '../platform/scope.ts'
import type { Write } from '../platform/write.ts'
import { lockStudyStatus } from './studies.sql.ts'

/** The study as its types or its list of subjects are changed. Throws NOT_FOUND, or STUDY_NOT_OPEN. */
export async function lockChangeableStudy(tx: Write, scope: Scope, studyid: string, siteid?: string) {
  const study = await lockStudyStatus(tx, scope, studyid)
  if (!study || (siteid !== undefined && study.siteid !== siteid)) throw problem('study.missing', { field: 'studyid' })
  const why = whyStudyTakesNoChanges(study)
  if (why) throw why
  return study
}
