import type { ReactNode } from 'react'
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
