import type { ReactNode } from 'react'
import classes from './FieldStack.module.css'

/** One column of fields, at a comfortable line length (420 px). */
export function FieldStack({ children }: { children: ReactNode }) {
  return <div className={classes.stack}>{children}</div>
}

/** Begins a part of the fields, with a sentence on it. */
export function FieldsHeading({ heading, about }: { heading: string; about: string | undefined }) {
  return (
    <>
      <h3 className={classes.heading}>{heading}</h3>
      {about !== undefined && <p className={classes.about}>{about}</p>}
    </>
  )
}
