import type { ReactNode, Ref } from 'react'
import classes from './IconButton.module.css'
import { Link, type LinkProps } from './Link.tsx'

/** An icon button with an accessible name, light enough for every row of a long list. */
export function IconButton({
  ref,
  label,
  children,
  isDisabled = false,
  isExpanded,
  keys,
  onClick,
}: {
  ref?: Ref<HTMLButtonElement>
  label: string
  children: ReactNode
  isDisabled?: boolean
  /** For a button that opens something: what it opens. */
  isExpanded?: boolean
  /** Equivalent keys in the format of aria-keyshortcuts: 'Alt+PageUp'. */
  keys?: string
  onClick: () => void
}) {
  return (
    <button
      ref={ref}
      type="button"
      className={classes.icon}
      aria-label={label}
      aria-expanded={isExpanded}
      aria-keyshortcuts={keys}
      title={keys === undefined ? label : `${label} (${keys})`}
      disabled={isDisabled}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/** The same as a link inside the app. */
export function IconLink({
  to,
  label,
  children,
  state,
}: {
  to: string
  label: string
  children: ReactNode
  state?: LinkProps['state']
}) {
  return (
    <Link to={to} state={state} className={classes.icon} aria-label={label} title={label}>
      {children}
    </Link>
  )
}
