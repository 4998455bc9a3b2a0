import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { useHelpText } from '../HelpText.tsx'
import classes from './RecordPanel.module.css'

/** Set within a part of the page whose panels are there in other parts, too. */
export const PanelGroup = createContext<{ groupid: string; name: string } | undefined>(undefined)

/** The id of the heading of a panel in a group, or outside of all. */
export function headingId(panelid: string, groupid?: string): string {
  return groupid === undefined ? `${panelid}-heading` : `${panelid}-${groupid}-heading`
}

/**
 * One part of a record's page: its heading and one action on a line, its content below, a hairline above. `isWanted`
 * (the address names this part) scrolls to it and focuses its heading. In a group, the heading is one level below, and names
 * the group for who does not see it.
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
  const group = useContext(PanelGroup)
  const headingid = headingId(panelid, group?.groupid)
  const about = useHelpText(heading, group ? undefined : help)
  const Heading = group ? 'h3' : 'h2'

  useEffect(() => {
    if (!isWanted) return
    panel.current?.scrollIntoView({ block: 'start' })
    title.current?.focus({ preventScroll: true })
  }, [isWanted])

  return (
    <section
      ref={panel}
      id={group ? `${panelid}-${group.groupid}` : panelid}
      className={classes.panel}
      aria-labelledby={headingid}
    >
      <div className={classes.head}>
        <Heading
          id={headingid}
          ref={title}
          tabIndex={-1}
          className={classes.title}
          aria-label={group && `${heading}, ${group.name}`}
        >
          {heading}
        </Heading>
        {about.button}
        {aside && <div className={classes.aside}>{aside}</div>}
        {action && <div className={classes.action}>{action}</div>}
      </div>
      {about.text && <div className={classes.help}>{about.text}</div>}
      {children}
    </section>
  )
}
