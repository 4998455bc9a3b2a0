import { daysOutside } from '@casebook/domain/visits/due.ts'
import { useFormatter, useTranslations } from 'use-intl'
import { StateBadge } from '../../components/notices/StateBadge.tsx'
import type { NamedVisit } from '../record/subject-record.ts'
import classes from './Visits.module.css'

/** A day of the calendar (`2026-10-20`) in words. */
export function useDayText(): (day: string) => string {
  const format = useFormatter()
  return (day) => format.dateTime(new Date(`${day}T12:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' })
}

/** The planned day with its window, the day of the visit, how far outside the window that is, and the reason. */
export function VisitDates({ visit }: { visit: NamedVisit }) {
  const t = useTranslations('visits')
  const day = useDayText()
  const { plannedDate, earliestDate, latestDate, date, reason } = visit
  const outside = daysOutside(visit)
  return (
    <>
      {date && visit.state !== 'MISSED' && <span>{t('on', { day: day(date) })}</span>}
      {plannedDate && earliestDate && latestDate && (
        <span className={classes.quiet}>
          {earliestDate === latestDate
            ? t('planned', { day: day(plannedDate) })
            : t('plannedWithin', { day: day(plannedDate), from: day(earliestDate), to: day(latestDate) })}
        </span>
      )}
      {outside !== 0 && (
        <StateBadge kind="bad">{t(outside < 0 ? 'tooEarly' : 'tooLate', { days: Math.abs(outside) })}</StateBadge>
      )}
      {reason && <span className={classes.quiet}>{reason}</span>}
    </>
  )
}
