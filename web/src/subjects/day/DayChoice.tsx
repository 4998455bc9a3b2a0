import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import classes from './DayChoice.module.css'
import type { DayLayout } from './day-layout.ts'
import type { RecordedActivity } from './recorded-files.ts'

/** The days of a visit in one line, each with how many activities it has, and whether something is to be checked. */
export function DayChoice({
  days,
  warned,
  chosen,
  onChoose,
}: {
  days: readonly DayLayout<RecordedActivity>[]
  warned: ReadonlySet<string>
  chosen: string | undefined
  onChoose: (day: string) => void
}) {
  const t = useTranslations('day')
  const format = useFormatter()
  const list = useRef<HTMLUListElement>(null)
  // On a phone the line is longer than the screen is wide.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the day that is chosen is drawn
  useEffect(() => {
    const [line, day] = [list.current, list.current?.querySelector('[aria-pressed="true"]')]
    if (!line || !day) return
    const [outer, inner] = [line.getBoundingClientRect(), day.getBoundingClientRect()]
    if (inner.left < outer.left) line.scrollLeft -= outer.left - inner.left
    else if (inner.right > outer.right) line.scrollLeft += inner.right - outer.right
  }, [chosen])
  return (
    <ul ref={list} className={classes.days} aria-label={t('days')}>
      {days.map(({ day, activities }) => {
        const date = new Date(`${day}T12:00:00Z`)
        const isWarned = activities.some(({ of }) => warned.has(of.key))
        return (
          <li key={day}>
            <button type="button" aria-pressed={day === chosen} onClick={() => onChoose(day)}>
              <span>
                {format.dateTime(date, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' })}
              </span>
              <span className={classes.count}>{t('activityCount', { count: activities.length })}</span>
              {isWarned && <IconAlertTriangle size={14} role="img" aria-label={t('warnings')} />}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
