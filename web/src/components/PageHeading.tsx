import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import classes from './PageHeading.module.css'

export type Crumb = { label: string; to: string }

/**
 * The page's heading and its one primary action on a line, with the way up above it. Also names the window. `level` 2
 * is for the heading of a part below a page's own ('Activity types' under 'Study: …').
 */
export function PageHeading({
  children,
  crumbs = [],
  action,
  aside,
  level = 1,
}: {
  children: string
  crumbs?: readonly Crumb[]
  action?: ReactNode
  aside?: ReactNode
  level?: 1 | 2
}) {
  const Heading = level === 1 ? 'h1' : 'h2'
  useEffect(() => {
    if (level === 1) document.title = `${children} · Casebook`
  }, [children, level])
  return (
    <header className={classes.heading}>
      {crumbs.length > 0 && (
        <nav aria-label="Breadcrumb" className={classes.crumbs}>
          {crumbs.map(({ label, to }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </nav>
      )}
      <div className={classes.line}>
        <Heading className={classes.title}>{children}</Heading>
        {aside}
        {action && <div className={classes.action}>{action}</div>}
      </div>
    </header>
  )
}
