import type { ReactNode } from 'react'
import classes from './StateBadge.module.css'

/**
 * A state as shape, word and colour, never one of them alone: `good` a green dot, `waiting` an amber triangle, `bad` a
 * dark red square, `gone` a grey cross.
 */
export function StateBadge({ kind, children }: { kind: 'good' | 'waiting' | 'bad' | 'gone'; children: ReactNode }) {
  return (
    <span className={classes.badge} data-kind={kind}>
      <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden>
        {kind === 'good' && <circle cx="4" cy="4" r="4" />}
        {kind === 'waiting' && <path d="M4 0 8 8H0Z" />}
        {kind === 'bad' && <rect width="8" height="8" rx="1" />}
        {kind === 'gone' && <path d="M1 1 7 7M7 1 1 7" />}
      </svg>
      {children}
    </span>
  )
}
