import { useEffect } from 'react'
import { Failure } from '../../calls/failures.ts'
import { useFailureText } from '../../locale/failure-text.ts'
import type { SessionState } from '../../session/session-state.ts'
import { loadScreensAhead } from '../../texts/catalogue.ts'

/** Why the person did not get in, in the language of the screen; undefined if nobody was refused. */
export function useRefusalText(session: SessionState): string | undefined {
  const textOf = useFailureText()
  const isRefused = session.phase === 'refused'
  useEffect(() => {
    // The texts of refusals are loaded with those of the other screens.
    if (isRefused) loadScreensAhead()
  }, [isRefused])
  if (session.phase !== 'refused') return undefined
  const { details: message, reason, params } = session
  return textOf(new Failure({ code: 'UNAUTHENTICATED', message, reason, params }))
}
