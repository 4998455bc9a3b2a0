import { useFormatter, useTranslations } from 'use-intl'
import classes from './SavedAt.module.css'

/** Says that it was saved, and when; nothing before the first time. Announced to screen readers. */
export function SavedAt({ at }: { at: Date | null }) {
  const t = useTranslations('components')
  const format = useFormatter()
  return (
    <span className={classes.saved} role="status">
      {at && t('savedAt', { time: format.dateTime(at, { hour: '2-digit', minute: '2-digit', second: '2-digit' }) })}
    </span>
  )
}
