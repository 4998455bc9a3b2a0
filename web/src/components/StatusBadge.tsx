import type { ReactNode } from 'react'
import classes from './StatusBadge.module.css'

/**
 * A state as a shape, its word and a colour, none of them alone: `good` a green dot, `waiting` an amber triangle,
 * `bad` a dark red square.
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

/** The status of a study or subject. The word is the record's own, in every language; only OPEN is good. */
export function StatusBadge({ status }: { status: string }) {
  return <StateBadge kind={status === 'OPEN' ? 'good' : 'bad'}>{status}</StateBadge>
}
