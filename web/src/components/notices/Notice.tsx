import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Notice.module.css'

/**
 * A notice in the page's flow: `info`, `warning` or `error`. New errors and warnings are announced to screen readers.
 * Pass `action` for the one possible response.
 */
export function Notice({
  kind,
  title,
  children,
  action,
}: {
  kind: 'info' | 'warning' | 'error'
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
}) {
  const Icon = kind === 'info' ? IconInfoCircle : IconAlertTriangle
  return (
    <div className={classes.notice} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <Icon size={18} aria-hidden className={classes.icon} />
      <div className={classes.text}>
        {title && <p className={classes.title}>{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
