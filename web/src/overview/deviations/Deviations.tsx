import { whyNotEditable } from '@casebook/domain/subjects/subjects.rules.ts'
import { Checkbox } from '@mantine/core'
import { useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { visitPath } from '../../browser/navigation/visit-path.ts'
import { paths } from '../../browser/paths.ts'
import { useRead } from '../../calls/graphql.ts'
import { Link } from '../../components/buttons/Link.tsx'
import { TextButton } from '../../components/buttons/TextButton.tsx'
import { useFocusNext } from '../../components/form/use-focus-next.ts'
import { ReadingBar } from '../../components/page/ReadingBar.tsx'
import { DeviationsDocument, type StudyOverviewQuery, type VisitStandingsQuery } from '../../generated/graphql.ts'
import classes from './Deviations.module.css'
import { type Deviation, ExplanationForm } from './ExplanationForm.tsx'

/** So many are listed at first, and with each press. */
const page = 50

const keyOf = ({ subjectid, visitid, occurrence, kind }: Deviation) => `${subjectid} ${visitid} ${occurrence} ${kind}`

/** Where subjects deviate from the schedule, with what people said of it. Opened, it can be explained here. */
export function Deviations({
  studyid,
  visits,
  subjects,
  count,
  unexplained,
}: {
  studyid: string
  visits: VisitStandingsQuery['listVisits']
  subjects: StudyOverviewQuery['listSubjects']
  count: number
  unexplained: number
}) {
  const t = useTranslations('overview')
  const [isOpen, setIsOpen] = useState(false)
  if (count === 0) return null
  return (
    <section className={classes.deviations}>
      <h3>{t('deviations')}</h3>
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>{t('deviationCount', { count, unexplained })}</summary>
        {isOpen && <List studyid={studyid} visits={visits} subjects={subjects} />}
      </details>
    </section>
  )
}

function List({
  studyid,
  visits,
  subjects,
}: {
  studyid: string
  visits: VisitStandingsQuery['listVisits']
  subjects: StudyOverviewQuery['listSubjects']
}) {
  const t = useTranslations('overview')
  const format = useFormatter()
  const { data, isReading } = useRead(DeviationsDocument, { studyid })
  const [isOnlyOpen, setIsOnlyOpen] = useState(false)
  const [most, setMost] = useState(page)
  const [edited, setEdited] = useState<string>()
  const place = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext(place)
  const subjectOf = new Map(subjects.map((subject) => [subject.subjectid, subject]))
  const visitOf = new Map(visits.map((visit) => [visit.visitid, visit]))
  const all = data?.listDeviations ?? []
  // One that is being explained stays until its editor is closed.
  const shown = all.filter((each) => !isOnlyOpen || each.explanation == null || keyOf(each) === edited)

  function textOf({ kind, days }: Deviation): string {
    if (kind !== 'OUTSIDE') return t(`deviation.${kind}`)
    return t((days ?? 0) < 0 ? 'deviation.early' : 'deviation.late', { days: Math.abs(days ?? 0) })
  }

  return (
    <div ref={place}>
      <ReadingBar isReading={isReading} />
      <Checkbox
        label={t('onlyUnexplained')}
        checked={isOnlyOpen}
        onChange={(event) => setIsOnlyOpen(event.currentTarget.checked)}
      />
      {data && shown.length === 0 && <p className={classes.quiet}>{t('allExplained')}</p>}
      <ul className={classes.list}>
        {shown.slice(0, most).map((each) => {
          const key = keyOf(each)
          const subject = subjectOf.get(each.subjectid)
          const visit = visitOf.get(each.visitid)
          const name = subject?.identifier ?? each.subjectid
          const visitName = each.occurrence > 1 ? `${visit?.name} ${each.occurrence}` : (visit?.name ?? '')
          const label = t('explainOf', { name, visit: visitName })
          const isEditable = subject !== undefined && whyNotEditable(subject) === undefined
          return (
            <li key={key} data-deviation={key}>
              <Link to={paths.subject(studyid, each.subjectid)}>{name}</Link>
              <Link to={visitPath(studyid, each)}>{visitName}</Link>
              <span>{textOf(each)}</span>
              {edited === key ? (
                <ExplanationForm
                  studyid={studyid}
                  deviation={each}
                  label={label}
                  onDone={() => {
                    setEdited(undefined)
                    focusNext(`[data-deviation="${key}"] button`, 'input')
                  }}
                />
              ) : (
                <span className={classes.said}>
                  {each.explanation ?? <span className={classes.quiet}>{t('notExplained')}</span>}{' '}
                  {isEditable && (
                    <TextButton label={label} onClick={() => setEdited(key)}>
                      {t(each.explanation == null ? 'explain' : 'changeExplanation')}
                    </TextButton>
                  )}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      {shown.length > most && (
        <TextButton onClick={() => setMost(most + page)}>
          {t('moreDeviations', { count: format.number(shown.length - most) })}
        </TextButton>
      )}
    </div>
  )
}
