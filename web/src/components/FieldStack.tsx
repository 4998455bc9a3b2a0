import type { ReactNode } from 'react'
import classes from './FieldStack.module.css'

/** One column of fields, as wide as a line of text is comfortable (420 px). */
export function FieldStack({ children }: { children: ReactNode }) {
  return <div className={classes.stack}>{children}</div>
}
