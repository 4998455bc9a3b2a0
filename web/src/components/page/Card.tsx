import { type ReactNode, useId } from 'react'
import { useHelpText } from '../HelpText.tsx'
import classes from './Card.module.css'

/** A part of a page with its own heading, separated by hairlines. */
export function Card({
  heading,
  children,
  action,
  help,
}: {
  heading: string
  children: ReactNode
  action?: ReactNode
  /** What this part is for, behind a "?". */
  help?: string | undefined
}) {
  const headingid = useId()
  const about = useHelpText(heading, help)
  return (
    <section className={classes.card} aria-labelledby={headingid}>
      <div className={classes.head}>
        <div className={classes.title}>
          <h2 id={headingid}>{heading}</h2>
          {about.button}
        </div>
        {action}
      </div>
      {about.text && <div className={classes.help}>{about.text}</div>}
      {children}
    </section>
  )
}
