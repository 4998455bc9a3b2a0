import { useFormatter, useTranslations } from 'use-intl'
import { reviewOfVisits } from '../closing/closing-review.ts'
import { useVisitName } from '../record/NamedVisits.tsx'
import { namedVisits, type SubjectOffers, type SubjectRecord } from '../record/subject-record.ts'
import { useDayText } from '../visits/VisitDates.tsx'
import classes from './PrintRecord.module.css'

/** What became of each visit of the schedule, and what it lacks. Nothing in a study without one. */
export function PaperVisits({ subject, offers }: { subject: SubjectRecord; offers: SubjectOffers }) {
  const t = useTranslations('subject')
  const ofVisits = useTranslations('visits')
  const format = useFormatter()
  const nameOf = useVisitName()
  const day = useDayText()
  const visits = namedVisits(offers)
  const { lacking } = reviewOfVisits(subject, offers)
  if (visits.length === 0) return null
  return (
    <section className={classes.part}>
      <h2>{ofVisits('heading')}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('labels.visitid')}</th>
            <th scope="col">{t('labels.state')}</th>
            <th scope="col">{t('labels.date')}</th>
            <th scope="col">{ofVisits('plannedDay')}</th>
            <th scope="col">{t('labels.reason')}</th>
            <th scope="col">{ofVisits('missing')}</th>
          </tr>
        </thead>
        <tbody>
          {visits.map((visit) => {
            const { visitid, occurrence, state, date, plannedDate, reason } = visit
            const lack = lacking.find(({ visit: one }) => one.visitid === visitid && one.occurrence === occurrence)
            return (
              <tr key={`${visitid} ${occurrence}`}>
                <th scope="row">{nameOf(visit)}</th>
                <td>{ofVisits(`states.${state}`)}</td>
                <td>{date ? day(date) : '–'}</td>
                <td>{plannedDate ? day(plannedDate) : '–'}</td>
                <td>{reason || '–'}</td>
                <td>{format.list([...(lack?.unfilled ?? []), ...(lack?.unrecorded ?? [])]) || '–'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
