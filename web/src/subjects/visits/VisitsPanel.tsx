import { todayIn } from '@casebook/domain/activities/today.ts'
import { dayOfDateValue } from '@casebook/domain/form-types/values/form-dates.ts'
import { daysOutside, standingOf, type VisitStanding } from '@casebook/domain/visits/due.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { TextButton } from '../../components/buttons/TextButton.tsx'
import { SavedAt } from '../../components/notices/SavedAt.tsx'
import { StateBadge } from '../../components/notices/StateBadge.tsx'
import { keepFocus } from '../../components/page/focus-after.ts'
import { RecordPanel } from '../../components/page/RecordPanel.tsx'
import { type NamedVisit, namedVisits, type SubjectOffers, type SubjectRecord } from '../record/subject-record.ts'
import { VisitForm } from './VisitForm.tsx'
import classes from './VisitsPanel.module.css'

/** What is to be done first stands first; visits of one standing keep the order of the schedule. */
const inOrder: readonly VisitStanding[] = ['late', 'due', 'begun', 'planned', 'open', 'done', 'missed']
const badges = { late: 'bad', due: 'waiting', begun: 'waiting', done: 'good', missed: 'bad' } as const

/** Where a visit is said to be done or missed. Without an occurrence, the next one of a visit that repeats. */
type Opened = {
  visitid: string
  occurrence: number | null
  state: 'DONE' | 'MISSED' | 'PLANNED'
  version: number | null
}

/** The visits of a subject: what is due first, each with its day and window. Nothing in a study without a schedule. */
export function VisitsPanel({
  subject,
  offers,
  zone,
  isDisabled,
}: {
  subject: SubjectRecord
  offers: SubjectOffers
  /** The study's. */
  zone: string
  isDisabled: boolean
}) {
  const t = useTranslations('visits')
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const [opened, setOpened] = useState<Opened>()
  const today = dayOfDateValue(String(todayIn(zone))) ?? ''
  const visits = namedVisits(offers).map((visit) => ({ ...visit, standing: standingOf(visit, today) }))
  if (visits.length === 0) return null
  const place = (standing: VisitStanding) => inOrder.indexOf(standing)
  const sorted = visits.toSorted((a, b) => place(a.standing) - place(b.standing))
  const last = (visit: NamedVisit) => visits.findLast(({ visitid }) => visitid === visit.visitid) === visit
  const isOpened = (visit: NamedVisit) =>
    opened?.visitid === visit.visitid && (opened.occurrence === visit.occurrence || (!opened.occurrence && last(visit)))

  // The form that had the focus is gone. Another one that was opened meanwhile stays.
  function close(form: Opened) {
    setOpened((now) => (now === form ? undefined : now))
    keepFocus(document.getElementById('visits-heading'))
  }

  return (
    <RecordPanel panelid="visits" heading={t('heading')} help={t('help')} aside={<SavedAt at={savedAt} />}>
      <ul className={classes.visits}>
        {sorted.map((visit) => {
          const { visitid, occurrence, state, version, repeats, standing } = visit
          const name = repeats ? t('numbered', { name: visit.name, occurrence: String(occurrence) }) : visit.name
          const open = (next: Opened['state']) => setOpened({ visitid, occurrence, state: next, version })
          const isNext = repeats && last(visit) && state !== 'PLANNED'
          return (
            <li key={`${visitid} ${occurrence}`} className={classes.visit}>
              <div className={classes.what}>
                <strong>{name}</strong>
                {standing in badges ? (
                  <StateBadge kind={badges[standing as keyof typeof badges]}>{t(`standings.${standing}`)}</StateBadge>
                ) : (
                  <span className={classes.quiet}>{t(`standings.${standing}`)}</span>
                )}
                <VisitDates visit={visit} />
              </div>
              {isOpened(visit) && opened ? (
                <VisitForm
                  subjectid={subject.subjectid}
                  opened={opened}
                  date={visit.date ?? today}
                  name={name}
                  onDone={() => {
                    setSavedAt(new Date())
                    close(opened)
                  }}
                  onCancel={() => close(opened)}
                />
              ) : (
                !isDisabled && (
                  <div className={classes.actions}>
                    {(state === 'PLANNED' || state === 'BEGUN') && (
                      <>
                        <Button
                          size="xs"
                          variant="default"
                          aria-label={t('doneOf', { name })}
                          onClick={() => open('DONE')}
                        >
                          {t('done')}
                        </Button>
                        <Button
                          size="xs"
                          variant="default"
                          aria-label={t('missedOf', { name })}
                          onClick={() => open('MISSED')}
                        >
                          {t('missed')}
                        </Button>
                      </>
                    )}
                    {(state === 'DONE' || state === 'MISSED') && (
                      <TextButton label={t('reopenOf', { name })} onClick={() => open('PLANNED')}>
                        {t('reopen')}
                      </TextButton>
                    )}
                    {isNext && (
                      <TextButton
                        label={t('nextOf', { name: visit.name })}
                        onClick={() => setOpened({ visitid, occurrence: null, state: 'DONE', version: null })}
                      >
                        {t('next')}
                      </TextButton>
                    )}
                  </div>
                )
              )}
            </li>
          )
        })}
      </ul>
    </RecordPanel>
  )
}

/** The planned day with its window, the day of the visit, how far outside the window that is, and the reason. */
function VisitDates({ visit }: { visit: NamedVisit }) {
  const t = useTranslations('visits')
  const format = useFormatter()
  const { plannedDate, earliestDate, latestDate, date, reason } = visit
  const day = (text: string) => format.dateTime(new Date(`${text}T12:00:00Z`), { dateStyle: 'medium', timeZone: 'UTC' })
  const outside = daysOutside(visit)
  return (
    <>
      {plannedDate && earliestDate && latestDate && (
        <span className={classes.quiet}>
          {earliestDate === latestDate
            ? t('planned', { day: day(plannedDate) })
            : t('plannedWithin', { day: day(plannedDate), from: day(earliestDate), to: day(latestDate) })}
        </span>
      )}
      {date && visit.state !== 'MISSED' && <span className={classes.quiet}>{t('on', { day: day(date) })}</span>}
      {outside !== 0 && (
        <StateBadge kind="bad">{t(outside < 0 ? 'tooEarly' : 'tooLate', { days: Math.abs(outside) })}</StateBadge>
      )}
      {reason && <span className={classes.quiet}>{reason}</span>}
    </>
  )
}
