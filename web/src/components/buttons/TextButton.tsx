import type { ReactNode } from 'react'
import classes from './TextButton.module.css'

/** A button in the look of a link: it opens something on the same screen. */
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
