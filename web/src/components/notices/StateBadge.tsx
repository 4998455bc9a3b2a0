import type { ReactNode } from 'react'
import classes from './StateBadge.module.css'

/**
 * A state as shape, word and colour, never one of them alone: `good` a green dot, `waiting` an amber triangle, `bad` a
 * dark red square.
 */
export function StateBadge({ kind, children }: { kind: 'good' | 'waiting' | 'bad'; children: ReactNode }) {
  return (
    <span className={classes.badge} data-kind={kind}>
      <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden>
        {kind === 'good' && <circle cx="4" cy="4" r="4" />}
        {kind === 'waiting' && <path d="M4 0 8 8H0Z" />}
        {kind === 'bad' && <rect width="8" height="8" rx="1" />}
      </svg>
      {children}
    </span>
  )
}
