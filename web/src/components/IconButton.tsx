import type { ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router'
import classes from './IconButton.module.css'

/** A button that is an icon with a name, light enough to stand in every row of a long list. */
export function IconButton({
  ref,
  label,
  children,
  isDisabled = false,
  isExpanded,
  onClick,
}: {
  ref?: Ref<HTMLButtonElement>
  label: string
  children: ReactNode
  isDisabled?: boolean
  /** Of what the button opens, where it opens something. */
  isExpanded?: boolean
  onClick: () => void
}) {
  return (
    <button
      ref={ref}
      type="button"
      className={classes.icon}
      aria-label={label}
      aria-expanded={isExpanded}
      title={label}
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
