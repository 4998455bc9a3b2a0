import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { Link } from '../buttons/Link.tsx'
import { useHelpText } from '../HelpText.tsx'
import { keepFocus } from './focus-after.ts'
import classes from './PageHeading.module.css'

export type Crumb = { label: string; to: string }

/**
 * The page's heading and its primary action on one line, with the link to the parent page above. Also sets the window
 * title. `level` 2 is for a part below the page's own heading ('Activity types' under 'Study: …').
 */
export function PageHeading({
  children,
  crumbs = [],
  action,
  aside,
  help,
  level = 1,
  tip,
  isQuiet = false,
}: {
  children: string
  crumbs?: readonly Crumb[]
  action?: ReactNode
  aside?: ReactNode
  /** The page's purpose, behind a "?". */
  help?: string | undefined
  level?: 1 | 2
  /** The whole heading, where it is cut. */
  tip?: string | undefined
  /** The action is not the page's primary one now, because an editor with one of its own is open. */
  isQuiet?: boolean
}) {
  const about = useHelpText(children, help)
  const Heading = level === 1 ? 'h1' : 'h2'
  const heading = useRef<HTMLHeadingElement>(null)
  const t = useTranslations('components')
  const isFirst = useLocation().key === 'default'
  usePageTitle(children, level)
  // The focused element disappeared with the previous page. The first page of a visit keeps its initial focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens
  useEffect(() => {
    if (level === 1 && !isFirst) keepFocus(heading.current)
  }, [])
  return (
    <header className={classes.heading}>
      {crumbs.length > 0 && (
        <nav aria-label={t('breadcrumb')} className={classes.crumbs}>
          {crumbs.map(({ label, to }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </nav>
      )}
      <div className={classes.line}>
        <div className={classes.named}>
          <Heading ref={heading} className={classes.title} title={tip}>
            {children}
          </Heading>
          {about.button}
        </div>
        {aside}
        {action && (
          <div className={classes.action} data-quiet={isQuiet || undefined}>
            {action}
          </div>
        )}
      </div>
      {about.text && <div className={classes.help}>{about.text}</div>}
    </header>
  )
}

const parts: [string | undefined, string | undefined] = [undefined, undefined]

function updateTitle() {
  const named = [parts[1], parts[0]].filter(Boolean)
  if (named.length > 0) document.title = [...named, 'Casebook'].join(' · ')
}

/** Sets the window title from the page and its open part (level 2): 'Form types · Study: Pilot · Casebook'. */
export function usePageTitle(title: string, level: 1 | 2): void {
  useEffect(() => {
    parts[level - 1] = title
    updateTitle()
    return () => {
      parts[level - 1] = undefined
      if (level === 2) updateTitle()
    }
  }, [title, level])
}
