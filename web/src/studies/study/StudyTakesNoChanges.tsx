import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import { failuresOf } from '../../calls/failures.ts'
import { Notice } from '../../components/notices/Notice.tsx'
import { useFailureText } from '../../locale/failure-text.ts'
import type { Study } from './use-study.ts'

/** Says why nothing can be added to the study or its types now, before anybody tries. */
export function StudyTakesNoChanges({ study }: { study: Study }) {
  const textOf = useFailureText()
  const problem = whyStudyTakesNoChanges(study)
  if (!problem) return null
  return (
    <Notice kind="info">
      {failuresOf(problem).map((failure) => (
        <p key={failure.message}>{textOf(failure)}</p>
      ))}
    </Notice>
  )
}
