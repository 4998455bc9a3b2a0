import { type Ref, useId, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { TextButton } from '../../components/buttons/TextButton.tsx'
import classes from './Calendar.module.css'
import { ListedEntry } from './CalendarEntry.tsx'
import type { Entry } from './calendar-view.ts'

/** So many visits of a day are listed at first, and with each press. */
const page = 50

/** The visits of a day below its date. */
export function DayList({
  ref,
  studyid,
  day,
  entries,
}: {
  ref?: Ref<HTMLHeadingElement>
  studyid: string
  day: string
  entries: readonly Entry[]
}) {
  const t = useTranslations('calendar')
  const format = useFormatter()
  const [most, setMost] = useState(page)
  const headingid = useId()
  return (
    <section className={classes.dayList} aria-labelledby={headingid}>
      <h3 id={headingid} ref={ref}>
        {format.dateTime(new Date(`${day}T12:00:00Z`), { dateStyle: 'full', timeZone: 'UTC' })}
      </h3>
      {entries.length === 0 ? (
        <p className={classes.quiet}>{t('none')}</p>
      ) : (
        <ul>
          {entries.slice(0, most).map((entry) => (
            <ListedEntry key={entry.key} studyid={studyid} entry={entry} />
          ))}
        </ul>
      )}
      {entries.length > most && (
        <TextButton onClick={() => setMost(most + page)}>{t('more', { count: entries.length - most })}</TextButton>
      )}
    </section>
  )
}
