import type { Cell } from '@casebook/domain/subjects/facts/subject-facts.rules.ts'
import classes from './Matrix.module.css'

/** Filled, half across, half up, dashed, warning or empty: a shape and a colour, never one alone. */
export function CellMark({ cell }: { cell: Cell }) {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden className={classes.mark} data-cell={cell}>
      {cell === 'W' ? (
        <path d="M7 1 13 13H1Z M7 5V9 M7 10.5V11.5" />
      ) : (
        <rect x="1" y="1" width="12" height="12" rx="2" data-frame />
      )}
      {cell === 'P' && <path d="M1 13V7H13V13Z" data-fill />}
      {cell === 'D' && <rect x="1" y="1" width="12" height="12" rx="2" data-fill />}
      {cell === 'H' && <path d="M1 13V1L13 13Z" data-fill />}
    </svg>
  )
}
