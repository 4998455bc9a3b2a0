import type { ReactNode } from 'react'
import classes from './GuestFrame.module.css'
import { Logo } from './Logo.tsx'
import { ScreenChoices } from './ScreenChoices.tsx'

/** What a person sees who is not signed in: the logo, one column, and the choice of language and light. */
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
