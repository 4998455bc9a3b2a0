import { useEffect, useRef } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { Link } from '../components/buttons/Link.tsx'
import { LinkButton } from '../components/buttons/LinkButton.tsx'
import { TextButton } from '../components/buttons/TextButton.tsx'
import { studyDrawing } from '../components/EmptyDrawing.tsx'
import { DataList } from '../components/list/DataList.tsx'
import type { SiteOverviewQuery } from '../generated/graphql.ts'
import { StatusBadge } from '../studies/study/StatusBadge.tsx'
import { subjectsWhere } from '../subjects/list/list-view.ts'
import { type Counted, countOf, daysOfWeek, type FigureName, isWeek, viewOf } from './figures.ts'
import classes from './Overview.module.css'

type StudyRow = SiteOverviewQuery['listStudies'][number]

const shownFigures = [
  'open',
  'closed',
  'formsMissing',
  'activitiesMissing',
  'filesMissing',
  'uploading',
  'warned',
  'complete',
  'addedLately',
] as const satisfies readonly FigureName[]

/** The figures of a site's studies. With `counted`, only that number, of the studies where it is not zero. */
export function StudyFigures({
  studies,
  isReading,
  counted,
  onShowAll,
}: {
  studies: StudyRow[]
  isReading: boolean
  counted: Counted | undefined
  onShowAll: () => void
}) {
  const t = useTranslations('overview')
  const ofStudies = useTranslations('studies')
  const format = useFormatter()
  const textOf = useCountedText()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (counted) list.current?.scrollIntoView({ block: 'start' })
  }, [counted])

  const shown: readonly Counted[] = counted ? [counted] : shownFigures
  const textOfHeader = (name: Counted) => {
    const known = shownFigures.find((each) => each === name)
    return known ? t(`short.${known}`) : textOf(name)
  }
  return (
    <div ref={list} className={classes.studies}>
      {counted && (
        <p>
          {t('studiesWith', { subjects: textOf(counted) })}{' '}
          <TextButton onClick={onShowAll}>{t('allStudies')}</TextButton>
        </p>
      )}
      <DataList
        label={ofStudies('heading')}
        rows={counted ? studies.filter(({ figures }) => countOf(figures, counted) > 0) : studies}
        rowKey={(study) => study.studyid}
        isReading={isReading}
        empty={counted ? t('noneCounted') : ofStudies('empty')}
        emptyPurpose={counted ? undefined : ofStudies('purpose')}
        emptyDrawing={studyDrawing}
        emptyNext={
          !counted && (
            <LinkButton to={`${paths.studies}?new`} variant="light">
              {ofStudies('addFirst')}
            </LinkButton>
          )
        }
        columns={[
          {
            key: 'name',
            header: ofStudies('name'),
            isSorted: true,
            cell: (study) => <Link to={paths.studyOverview(study.studyid)}>{study.name}</Link>,
          },
          { key: 'status', header: ofStudies('status'), cell: (study) => <StatusBadge status={study.status} /> },
          ...shown.map((name) => ({
            key: name,
            header: textOfHeader(name),
            align: 'end' as const,
            cell: (study: StudyRow) => (
              <Link
                to={subjectsWhere(study.studyid, viewOf(name))}
                data-none={countOf(study.figures, name) === 0 || undefined}
                aria-label={`${study.name}: ${textOf(name)} ${format.number(countOf(study.figures, name))}`}
              >
                {format.number(countOf(study.figures, name))}
              </Link>
            ),
          })),
        ]}
      />
    </div>
  )
}

/** What a number counts, in words. */
function useCountedText(): (counted: Counted) => string {
  const t = useTranslations('overview')
  const format = useFormatter()
  return (counted) => {
    if (counted === 'enrolled') return t('everybody')
    if (!isWeek(counted)) return t(`figure.${counted}`)
    const noon = new Date(`${daysOfWeek(counted).from}T12:00:00Z`)
    return t('addedInWeekOf', { week: format.dateTime(noon, { dateStyle: 'medium', timeZone: 'UTC' }) })
  }
}
