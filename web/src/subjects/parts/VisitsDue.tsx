import type { VisitStanding } from '@casebook/domain/visits/due.ts'
import { useTranslations } from 'use-intl'
import { TextButton } from '../../components/buttons/TextButton.tsx'
import { StateBadge } from '../../components/notices/StateBadge.tsx'
import { useDayText } from '../visits/VisitDates.tsx'
import classes from './VisitSections.module.css'
import type { VisitPart } from './visit-parts.ts'

type Part = VisitPart & { standing: VisitStanding | undefined }

/** The visits that are due or late, each with how long it may take place, or else which is next. */
export function VisitsDue({ parts, onShow }: { parts: readonly Part[]; onShow: (key: string) => void }) {
  const t = useTranslations('visits')
  const dayText = useDayText()
  const due = parts.filter(({ standing }) => standing === 'due' || standing === 'late')
  const [next] = parts
    .flatMap(({ visit, standing }) => (visit?.earliestDate && standing === 'planned' ? [visit] : []))
    .toSorted((a, b) => ((a.earliestDate ?? '') < (b.earliestDate ?? '') ? -1 : 1))
  if (due.length === 0) {
    return (
      <p className={classes.quiet}>
        {t('nothingDue')}
        {next?.earliestDate && ` ${t('nextIs', { name: next.name, day: dayText(next.earliestDate) })}`}
      </p>
    )
  }
  return (
    <ul className={classes.due} aria-label={t('dueList')}>
      {due.map(({ key, visit, standing }) => (
        <li key={key}>
          <TextButton onClick={() => onShow(key)}>{visit?.name}</TextButton>
          <StateBadge kind={standing === 'late' ? 'bad' : 'waiting'}>{t(`standings.${standing ?? 'due'}`)}</StateBadge>
          {visit?.latestDate && <span className={classes.quiet}>{t('until', { day: dayText(visit.latestDate) })}</span>}
        </li>
      ))}
    </ul>
  )
}
