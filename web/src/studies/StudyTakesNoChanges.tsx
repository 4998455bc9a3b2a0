import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import { useFailureText } from '../app/failure-text.ts'
import { failuresOf } from '../app/failures.ts'
import { Notice } from '../components/Notice.tsx'
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
