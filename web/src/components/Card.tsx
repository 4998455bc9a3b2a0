import { type ReactNode, useId } from 'react'
import classes from './Card.module.css'

/** A part of a page with a heading of its own, set off by hairlines. */
export function Card({ heading, children, action }: { heading: string; children: ReactNode; action?: ReactNode }) {
  const headingid = useId()
  return (
    <section className={classes.card} aria-labelledby={headingid}>
      <div className={classes.head}>
        <h2 id={headingid}>{heading}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}
