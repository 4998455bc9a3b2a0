import type { ReactNode } from 'react'
import { type Drawing, EmptyDrawing } from './EmptyDrawing.tsx'
import classes from './EmptyState.module.css'

/** An empty list: the specified sentence, the list's purpose, and the next step. */
export function EmptyState({
  drawing,
  sentence,
  purpose,
  next,
}: {
  drawing?: Drawing | undefined
  sentence: string
  purpose?: string | undefined
  next?: ReactNode
}) {
  return (
    <div className={classes.empty}>
      {drawing && <EmptyDrawing of={drawing} />}
      <p className={classes.sentence}>{sentence}</p>
      {purpose && <p className={classes.purpose}>{purpose}</p>}
      {next}
    </div>
  )
}
