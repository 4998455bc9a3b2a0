import { useFormatter, useTranslations } from 'use-intl'
import classes from './SavedAt.module.css'

/** Shows when it was last saved, or nothing. Announced to screen readers. */
export function SavedAt({ at }: { at: Date | null }) {
  const t = useTranslations('components')
  const format = useFormatter()
  return (
    <span className={classes.saved} role="status">
      {at && t('savedAt', { time: format.dateTime(at, { hour: '2-digit', minute: '2-digit', second: '2-digit' }) })}
    </span>
  )
}
