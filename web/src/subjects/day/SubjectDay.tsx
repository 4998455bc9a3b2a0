import { IconAlertTriangle } from '@tabler/icons-react'
import { lazy, Suspense, useContext, useId, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { activityKey } from '../../activities/record/activity-record.ts'
import { paths } from '../../browser/paths.ts'
import { Link } from '../../components/buttons/Link.tsx'
import { TextButton } from '../../components/buttons/TextButton.tsx'
import { PanelGroup } from '../../components/page/RecordPanel.tsx'
import { loadRecordings } from '../../texts/catalogue.ts'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'
import { DayChoice } from './DayChoice.tsx'
import { DayList } from './DayList.tsx'
import { DayPicture } from './DayPicture.tsx'
import { useElsewhereText, useWarningText } from './day-text.ts'
import classes from './SubjectDay.module.css'
import type { GoTo } from './show-activity.ts'
import { useDay } from './use-day.ts'
import { useDayFacts } from './use-day-facts.ts'

/** With the texts of recordings, which name the measures. */
const DayMeasures = lazy(async () => {
  const [{ DayMeasures: component }] = await Promise.all([import('./measures/DayMeasures.tsx'), loadRecordings()])
  return { default: component }
})

/**
 * A subject's day on a timeline: activities in order and to scale, files whose time is known, inconsistencies, and the
 * same as a list. Empty before the first activity. In a visit, several days are one line of days, and one is shown.
 */
export function SubjectDay({
  subject,
  offers,
  zone,
  onGo,
}: {
  subject: SubjectRecord
  offers: SubjectOffers
  zone: string
  onGo: GoTo
}) {
  const t = useTranslations('day')
  const format = useFormatter()
  const { activities } = subject
  const { recorded, files, days, warnings, elsewhere } = useDay(subject, offers, zone)
  const visit = useContext(PanelGroup)
  const headingid = useId()
  const [chosen, setChosen] = useState<string>()
  const [isMeasuredShown, setIsMeasuredShown] = useState(false)
  const facts = useDayFacts(subject, days, visit !== undefined)
  const warningText = useWarningText(recorded)
  const elsewhereText = useElsewhereText(recorded)
  if (activities.length === 0) return null

  const warned = new Set(warnings.map(({ activity }) => activity))
  const shown = visit
    ? days.filter(({ day }) => day === (days.find((each) => each.day === chosen) ?? days.at(-1))?.day)
    : days
  const Heading = visit ? 'h3' : 'h2'
  const dayText = (day: string) => format.dateTime(new Date(`${day}T12:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' })

  return (
    <section className={classes.day} aria-labelledby={headingid}>
      <div className={classes.head}>
        <Heading id={headingid}>{visit ? t('headingOf', { visit: visit.name }) : t('heading')}</Heading>
        {facts.worn && <span className={classes.quiet}>{facts.worn}</span>}
        {facts.dated.map(({ key, text, isOtherDay }) => (
          <span key={key} className={classes.quiet}>
            {text}
            {isOtherDay && (
              <span className={classes.warned}>
                {' '}
                <IconAlertTriangle size={14} aria-hidden /> {t('otherDay')}
              </span>
            )}
          </span>
        ))}
      </div>
      {visit && days.length > 1 && (
        <DayChoice days={days} warned={warned} chosen={shown[0]?.day} onChoose={setChosen} />
      )}
      {shown.map((day) => (
        <DayPicture
          key={day.day}
          layout={day}
          caption={!visit && days.length > 1 ? dayText(day.day) : undefined}
          warned={warned}
          onGo={onGo}
        />
      ))}
      {warnings.length + elsewhere.length > 0 && (
        <ul className={classes.warnings} aria-label={t('warnings')}>
          {warnings.map((warning) => (
            <li key={JSON.stringify(warning)}>
              <IconAlertTriangle size={16} aria-hidden />
              <TextButton onClick={() => onGo(warning.activity, warning.kind !== 'overlaps')}>
                {warningText(warning)}
              </TextButton>
            </li>
          ))}
          {elsewhere.map((found) => (
            <li key={`${found.ownid} ${found.referencedataid}`}>
              <IconAlertTriangle size={16} aria-hidden />
              <Link to={`${paths.subject(found.studyid, found.subjectid)}/activities/${activityKey(found)}`}>
                {elsewhereText(found)}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {activities.some(({ referenceData }) => referenceData.length > 0) && (
        <details className={classes.list} onToggle={({ currentTarget }) => setIsMeasuredShown(currentTarget.open)}>
          <summary>{t('measures')}</summary>
          {isMeasuredShown && (
            <Suspense>
              <DayMeasures studyid={subject.studyid} subjectid={subject.subjectid} activities={recorded} />
            </Suspense>
          )}
        </details>
      )}
      <details className={classes.list}>
        <summary>{t('asList')}</summary>
        <DayList activities={recorded} files={files} facts={facts} zone={zone} onGo={onGo} />
      </details>
    </section>
  )
}
