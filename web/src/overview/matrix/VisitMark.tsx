import type { VisitCell } from '@casebook/domain/visits/cells/visit-cells.ts'
import classes from './Matrix.module.css'

/** A shape and a colour for each state, never one alone. */
const shapes: Readonly<Record<VisitCell, { as: string; path?: string; isFilled?: boolean }>> = {
  L: { as: 'W', path: 'M7 1 13 13H1Z M7 5V9 M7 10.5V11.5' },
  U: { as: 'P', path: 'M1 13V7H13V13Z', isFilled: true },
  X: { as: 'M', path: 'M4 4 10 10M10 4 4 10' },
  M: { as: 'M' },
  B: { as: 'H', path: 'M1 13V1L13 13Z', isFilled: true },
  P: { as: '-' },
  D: { as: 'D', path: 'M1 1H13V13H1Z', isFilled: true },
  '-': { as: '-', path: 'M4 7H10' },
}

export function VisitMark({ cell }: { cell: VisitCell }) {
  const { as, path, isFilled } = shapes[cell]
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden className={classes.mark} data-cell={as}>
      {cell !== 'L' && cell !== '-' && <rect x="1" y="1" width="12" height="12" rx="2" data-frame />}
      {path && <path d={path} data-fill={isFilled || undefined} data-line={!isFilled || undefined} />}
    </svg>
  )
}
