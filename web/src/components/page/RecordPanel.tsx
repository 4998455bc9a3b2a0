import { type ReactNode, useEffect, useRef } from 'react'
import { useHelpText } from '../HelpText.tsx'
import classes from './RecordPanel.module.css'

/**
 * One part of a record's page: its heading and one action on a line, its content below, a hairline above. `isWanted`
 * (the address names this part) scrolls to it and focuses its heading.
 */
export function RecordPanel({
  panelid,
  heading,
  aside,
  action,
  help,
  isWanted = false,
  children,
}: {
  panelid: string
  heading: string
  aside?: ReactNode
  action?: ReactNode
  /** What this part is for, behind a "?". */
  help?: string
  isWanted?: boolean
  children: ReactNode
}) {
  const panel = useRef<HTMLElement>(null)
  const title = useRef<HTMLHeadingElement>(null)
  const headingid = `${panelid}-heading`
  const about = useHelpText(heading, help)

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
        {about.button}
        {aside && <div className={classes.aside}>{aside}</div>}
        {action && <div className={classes.action}>{action}</div>}
      </div>
      {about.text && <div className={classes.help}>{about.text}</div>}
      {children}
    </section>
  )
}
