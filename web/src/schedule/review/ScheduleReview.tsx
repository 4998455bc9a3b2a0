import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { visitPath } from '../../browser/navigation/visit-path.ts'
import { paths } from '../../browser/paths.ts'
import { Link } from '../../components/buttons/Link.tsx'
import { EffectGroup } from '../../components/notices/EffectGroup.tsx'
import { Question } from '../../components/notices/Question.tsx'
import type { ReviewVisitsQuery } from '../../generated/graphql.ts'
import classes from './ScheduleReview.module.css'

export type ScheduleFinding = ReviewVisitsQuery['reviewVisits'][number]

const effects = ['REFUSED', 'LOOK', 'HARMLESS'] as const

/** What saving the schedule means for the subjects of the study, before it is done. Escape goes back. */
export function ScheduleReview({
  studyid,
  findings,
  isBusy,
  onSave,
  onBack,
}: {
  studyid: string
  findings: readonly ScheduleFinding[]
  isBusy: boolean
  onSave: () => void
  onBack: () => void
}) {
  const t = useTranslations('schedule')
  const format = useFormatter()
  const place = useRef<HTMLDivElement>(null)
  const isRefused = findings.some(({ effect }) => effect === 'REFUSED')
  useEffect(() => place.current?.querySelector<HTMLElement>('button:enabled')?.focus(), [])

  return (
    <Question ref={place} label={t('review.title')} className={classes.review} onLeave={onBack}>
      <h3>{t('review.title')}</h3>
      {effects.map((effect) => {
        const found = findings.filter((each) => each.effect === effect)
        if (found.length === 0) return null
        return (
          <EffectGroup key={effect} effect={effect} heading={t(`review.effects.${effect}`)}>
            {found.map(({ reason, visit, visitid, type, count, subjects }) => (
              <li key={`${reason} ${visit} ${type}`}>
                {t(`review.reasons.${reason}`, { visit, type: type ?? '' })}{' '}
                {count > 0 && <span>{t('review.subjects', { count })} </span>}
                {subjects.map(({ subjectid, identifier }) => (
                  <Link
                    key={subjectid}
                    to={visitid ? visitPath(studyid, { subjectid, visitid }) : paths.subject(studyid, subjectid)}
                  >
                    {identifier}
                  </Link>
                ))}
                {count > subjects.length && (
                  <span>{t('review.more', { count: format.number(count - subjects.length) })}</span>
                )}
              </li>
            ))}
          </EffectGroup>
        )
      })}
      <div className={classes.actions}>
        <Button disabled={isRefused || isBusy} onClick={onSave}>
          {t('save')}
        </Button>
        <Button variant="default" onClick={onBack}>
          {t('review.back')}
        </Button>
        {isRefused && <span className={classes.quiet}>{t('review.why')}</span>}
      </div>
    </Question>
  )
}
