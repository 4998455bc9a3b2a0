import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { Failure } from '../../calls/failures.ts'
import { useFailureText } from '../../locale/failure-text.ts'
import type { SessionState } from '../../session/session-state.ts'
import { loadScreensAhead } from '../../texts/catalogue.ts'
import { Logo } from '../Logo.tsx'
import { ScreenChoices } from '../ScreenChoices.tsx'
import classes from './GuestFrame.module.css'

/** The frame for people who are not signed in: the logo, one column, and the choice of language and colour scheme. */
export function GuestFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.frame}>
      <header className={classes.choices}>
        <ScreenChoices />
      </header>
      <main className={classes.main}>
        <Logo size={40} />
        {children}
      </main>
    </div>
  )
}

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
