import type { ReactNode } from 'react'
import classes from './TextButton.module.css'

/** A button that reads like a link: it opens what it names on the same screen. */
export function TextButton({
  children,
  onClick,
  isDisabled = false,
  label,
}: {
  children: ReactNode
  onClick: () => void
  isDisabled?: boolean
  label?: string
}) {
  return (
    <button type="button" className={classes.button} disabled={isDisabled} aria-label={label} onClick={onClick}>
      {children}
    </button>
  )
}
