import type { VisitStanding } from '@casebook/domain/visits/due.ts'
import { useTranslations } from 'use-intl'
import { TextButton } from '../../components/buttons/TextButton.tsx'
import { StateBadge } from '../../components/notices/StateBadge.tsx'
import type { NamedVisit } from '../record/subject-record.ts'
import { useDayText } from '../visits/VisitDates.tsx'
import classes from './VisitSections.module.css'
import type { VisitPart } from './visit-parts.ts'

/** What waits for somebody: a visit that was begun, too, until somebody says that it is done. */
const kinds = new Map<VisitStanding, 'bad' | 'waiting'>([
  ['late', 'bad'],
  ['due', 'waiting'],
  ['begun', 'waiting'],
])

type Part = Pick<VisitPart, 'key' | 'lacks'> & {
  visit: Pick<NamedVisit, 'name' | 'earliestDate' | 'latestDate'> | undefined
  standing: VisitStanding | undefined
}

/** The visits that are late, due or begun, each with how long it may take place or what it lacks, or else which is next. */
export function VisitsDue({ parts, onShow }: { parts: readonly Part[]; onShow: (key: string) => void }) {
  const t = useTranslations('visits')
  const dayText = useDayText()
  const due = parts.filter(({ standing }) => standing !== undefined && kinds.has(standing))
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
      {due.map(({ key, visit, standing = 'due', lacks }) => (
        <li key={key}>
          <TextButton onClick={() => onShow(key)}>{visit?.name}</TextButton>
          <StateBadge kind={kinds.get(standing) ?? 'waiting'}>{t(`standings.${standing}`)}</StateBadge>
          {standing === 'begun'
            ? lacks.length > 0 && <span className={classes.quiet}>{t('lacks', { names: lacks.join(', ') })}</span>
            : visit?.latestDate && (
                <span className={classes.quiet}>{t('until', { day: dayText(visit.latestDate) })}</span>
              )}
        </li>
      ))}
    </ul>
  )
}
