import classes from './StatusBadge.module.css'

/**
 * A status as a shape, its word and a colour: a dot in green for OPEN, a square in dark red for all else. The word is
 * the record's own, in every language.
 */
export function StatusBadge({ status }: { status: string }) {
  return (
    <span className={classes.badge} data-open={status === 'OPEN' || undefined}>
      <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden>
        {status === 'OPEN' ? <circle cx="4" cy="4" r="4" /> : <rect width="8" height="8" rx="1" />}
      </svg>
      {status}
    </span>
  )
}
