import { type ReactNode, Suspense } from 'react'
import classes from './Page.module.css'
import panels from './SidePanel.module.css'

/** The column that contains every screen. `narrow` for screens with one form, `above` for a notice over the screen's own. */
export function Page({
  children,
  isNarrow = false,
  isAbove = false,
}: {
  children: ReactNode
  isNarrow?: boolean
  isAbove?: boolean
}) {
  return (
    <div className={classes.page} data-narrow={isNarrow || undefined} data-above={isAbove || undefined}>
      {children}
    </div>
  )
}

/**
 * The list on the left, and on the right the panel that an action opened (420 px, sticky while the list scrolls). Below
 * 900 px the panel is above the list. Pass the panel as `panel`, or nothing; it may be loaded lazily. `isWide` is for a
 * panel that contains a table.
 */
export function WithSidePanel({
  children,
  panel,
  isWide = false,
}: {
  children: ReactNode
  panel: ReactNode
  isWide?: boolean
}) {
  return (
    <div className={panels.layout} data-open={panel ? true : undefined} data-wide={isWide || undefined}>
      <div className={panels.main}>{children}</div>
      <Suspense>{panel}</Suspense>
    </div>
  )
}
