import { type ReactNode, useEffect, useRef } from 'react'
import classes from './RecordPanel.module.css'

/**
 * One part of a record's page: its heading and its one action on a line, its content below, a hairline above.
 * `isWanted` (the address names this part) brings it to the top and puts the focus on its heading.
 */
export function RecordPanel({
  panelid,
  heading,
  aside,
  action,
  isWanted = false,
  children,
}: {
  panelid: string
  heading: string
  aside?: ReactNode
  action?: ReactNode
  isWanted?: boolean
  children: ReactNode
}) {
  const panel = useRef<HTMLElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const headingid = `${panelid}-heading`

  useEffect(() => {
    if (!isWanted) return
    panel.current?.scrollIntoView({ block: 'start' })
    title.current?.focus({ preventScroll: true })
  }, [isWanted])

  return (
    <section ref={panel} id={panelid} className={classes.panel} aria-labelledby={headingid}>
      <div className={classes.head}>
        <h2 id={headingid} ref={title} tabIndex={-1} className={classes.title}>
          {heading}
        </h2>
        {aside && <div className={classes.aside}>{aside}</div>}
        {action && <div className={classes.action}>{action}</div>}
      </div>
      {children}
    </section>
  )
}
