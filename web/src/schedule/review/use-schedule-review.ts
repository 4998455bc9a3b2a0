import { useState } from 'react'
import { reportError } from '../../calls/errors.ts'
import { failuresOf } from '../../calls/failures.ts'
import { readOnce } from '../../calls/graphql.ts'
import { ReviewVisitsDocument, type ReviewVisitsQueryVariables } from '../../generated/graphql.ts'
import type { ScheduleFinding } from './ScheduleReview.tsx'

/**
 * What saving these visits means for the subjects of the study. `findings`: shown before it is done, and only as long as they
 * are about what is typed now. What is harmless needs no question.
 */
export function useScheduleReview(
  given: ReviewVisitsQueryVariables,
  { isRight, save }: { isRight: boolean; save: () => Promise<void> },
) {
  const about = JSON.stringify(given)
  const [reviewed, setReviewed] = useState<{ about: string; findings: readonly ScheduleFinding[] }>()
  const [isReading, setIsReading] = useState(false)

  /** Whether it may be saved at once: also if the rules refuse it, because the save itself says why. */
  async function isUnquestioned(): Promise<boolean> {
    setIsReading(true)
    try {
      const { reviewVisits: findings } = await readOnce(ReviewVisitsDocument, given)
      if (findings.every(({ effect }) => effect === 'HARMLESS')) return true
      setReviewed({ about, findings })
    } catch (thrown) {
      if (failuresOf(thrown).every(({ code }) => code === 'BAD_INPUT')) return true
      reportError(thrown)
    } finally {
      setIsReading(false)
    }
    return false
  }

  return {
    findings: reviewed?.about === about ? reviewed.findings : undefined,
    isReading,
    back: () => setReviewed(undefined),
    async submit() {
      // What is typed wrong is said beside its field.
      if (!isRight || (!isReading && (await isUnquestioned()))) await save()
    },
    async save() {
      setReviewed(undefined)
      await save()
    },
  }
}
