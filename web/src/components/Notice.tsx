import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Notice.module.css'

/**
 * A quiet box in the page's flow: `info` says what to know, `warning` what to heed, `error` what went wrong.
 * Errors and warnings that appear are announced; pass `action` for the one thing to do about it.
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
