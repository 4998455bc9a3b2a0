import type { ReactNode } from 'react'
import { TextButton } from '../../buttons/TextButton.tsx'
import classes from './ChooseNone.module.css'

/** The last button of a list's bar: nothing is chosen any more. On a phone it stands beside the count, above the others. */
export function ChooseNone({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <span className={classes.place}>
      <TextButton onClick={onClick}>{children}</TextButton>
    </span>
  )
}
