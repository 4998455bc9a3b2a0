import type { ReactNode } from 'react'
import classes from './FieldStack.module.css'

/** One column of fields, at a comfortable line length (420 px). */
export function FieldStack({ children }: { children: ReactNode }) {
  return <div className={classes.stack}>{children}</div>
}
