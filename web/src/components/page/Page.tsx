import type { ReactNode } from 'react'
import classes from './Page.module.css'

/** The column that contains every screen. `narrow` for screens with one form. */
export function Page({ children, isNarrow = false }: { children: ReactNode; isNarrow?: boolean }) {
  return (
    <div className={classes.page} data-narrow={isNarrow || undefined}>
      {children}
    </div>
  )
}
