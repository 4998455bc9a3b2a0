import { useCallback } from 'react'
import { Failure } from '../../calls/failures.ts'
import { useFailureText } from '../../locale/failure-text.ts'

type ReportedProblem = {
  message?: string | null
  reason?: string | null
  params: readonly { key: string; value: string }[]
}

/** The text of a problem that the server reports for a part of a file, in the screen's language. */
export function useProblemText(): (reported: ReportedProblem) => string {
  const textOf = useFailureText()
  return useCallback(
    ({ message, reason, params }) =>
      textOf(
        new Failure({
          code: 'BAD_INPUT',
          message: message ?? '',
          reason: reason ?? undefined,
          params: Object.fromEntries(params.map(({ key, value }) => [key, value])),
        }),
      ),
    [textOf],
  )
}
