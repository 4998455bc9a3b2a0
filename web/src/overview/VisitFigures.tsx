import { isCountedBy, visitCells, visitFigureNames } from '@casebook/domain/visits/cells/visit-cells.ts'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Link } from '../components/buttons/Link.tsx'
import type { StudyOverviewQuery, VisitStandingsQuery } from '../generated/graphql.ts'
import { subjectsWhere } from '../subjects/list/list-view.ts'
import { Deviations } from './deviations/Deviations.tsx'
import classes from './matrix/Matrix.module.css'
import { Matrix } from './matrix/Matrix.tsx'
import { VisitMark } from './matrix/VisitMark.tsx'
import overview from './Overview.module.css'
import tasks from './Waiting.module.css'

/** The visits that are late, due, missed and outside their windows, and the subjects by visits. Nothing without a schedule. */
export function VisitFigures({
  studyid,
  standings: { listVisits, listVisitStandings },
  subjects,
}: {
  studyid: string
  standings: VisitStandingsQuery
  subjects: StudyOverviewQuery['listSubjects']
}) {
  const t = useTranslations('overview')
  const format = useFormatter()
  const cellsOf = useMemo(
    () => new Map(listVisitStandings.map(({ subjectid, cells }) => [subjectid, cells])),
    [listVisitStandings],
  )
  const columns = useMemo(
    () => listVisits.map(({ visitid: id, name }) => ({ key: id, id, name, part: 'visits' as const })),
    [listVisits],
  )
  if (listVisits.length === 0 || subjects.length === 0) return null
  const counts = visitFigureNames.map((name) => {
    const isCounted = ({ subjectid, status }: (typeof subjects)[number]) =>
      isCountedBy(cellsOf.get(subjectid) ?? '', status, name)
    return { name, count: subjects.filter(isCounted).length }
  })

  return (
    <>
      <section className={overview.visits} aria-labelledby="visit-figures">
        <h3 id="visit-figures">{t('visits')}</h3>
        <div className={tasks.who}>
          <ul aria-labelledby="visit-figures">
            {counts.map(({ name, count }) => (
              <li key={name}>
                <Link to={subjectsWhere(studyid, { visits: name })} data-none={count === 0 || undefined}>
                  <span className={`${overview.number} ${tasks.number}`}>{format.number(count)}</span>{' '}
                  {t(`visitFigure.${name}`)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <Deviations
        studyid={studyid}
        visits={listVisits}
        subjects={subjects}
        count={sumOf(listVisitStandings, 'deviations')}
        unexplained={sumOf(listVisitStandings, 'unexplained')}
      />
      <h3 className={classes.heading}>{t('visitMatrix')}</h3>
      <p className={classes.legend}>
        {visitCells.map((cell) => (
          <span key={cell}>
            <VisitMark cell={cell} />
            {t(`visitState.${cell}`)}
          </span>
        ))}
      </p>
      <Matrix
        label={t('visitMatrix')}
        studyid={studyid}
        columns={columns}
        rows={subjects}
        cellsOf={({ subjectid }) => cellsOf.get(subjectid) ?? ''}
      />
    </>
  )
}

type Standings = VisitStandingsQuery['listVisitStandings']

function sumOf(standings: Standings, of: 'deviations' | 'unexplained'): number {
  return standings.reduce((sum, each) => sum + each[of], 0)
}
