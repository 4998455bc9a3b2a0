import { useLocale } from 'use-intl'
import { studyZone } from '../../browser/time-zones.ts'
import classes from './ChangeCell.module.css'
import { changeTimeText } from './change-time-text.ts'

/** When a record was last changed, and by whom, with the exact time on hover. */
export function ChangeCell({ at, by }: { at: string; by: string | null | undefined }) {
  const locale = useLocale()
  const zone = studyZone()
  const { short, full } = changeTimeText(at, { locale, zone, now: new Date() })
  return (
    <span className={classes.change}>
      <time dateTime={at} title={`${full}, ${zone}`}>
        {short}
      </time>
      {by && (
        <span className={classes.by} title={by}>
          {by}
        </span>
      )}
    </span>
  )
}
