import { wasPublished } from '@casebook/domain/form-types/fields.ts'
import { whyStudyTakesNoChanges } from '@casebook/domain/studies/studies.rules.ts'
import { cells } from '@casebook/domain/subjects/facts/subject-facts.rules.ts'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useSearch } from '../browser/navigation/navigation.ts'
import { paths } from '../browser/paths.ts'
import { useRead } from '../calls/graphql.ts'
import { LinkButton } from '../components/buttons/LinkButton.tsx'
import { drawings } from '../components/drawings.ts'
import { EmptyState } from '../components/EmptyState.tsx'
import { PageHeading } from '../components/page/PageHeading.tsx'
import { ReadingBar } from '../components/page/ReadingBar.tsx'
import {
  OnSubjectActivityTypesUpdatesDocument,
  OnSubjectFormTypesUpdatesDocument,
  OnSubjectsUpdatesDocument,
  StudyOverviewDocument,
  type StudyOverviewQuery,
  VisitStandingsDocument,
} from '../generated/graphql.ts'
import { useLive } from '../live/live.ts'
import { StudyPage } from '../studies/study/StudyPage.tsx'
import { useStudy } from '../studies/study/use-study.ts'
import { subjectsWhere } from '../subjects/list/list-view.ts'
import { FigureParts } from './FigureParts.tsx'
import { type Counted, viewOf } from './figures.ts'
import classes from './matrix/Matrix.module.css'
import { CellMark, Matrix, type MatrixColumn } from './matrix/Matrix.tsx'
import { MeasuresPanel } from './measures/MeasuresPanel.tsx'
import { Standings } from './Standings.tsx'
import { VisitFigures } from './VisitFigures.tsx'

const Calendar = lazy(async () => ({ default: (await import('./calendar/Calendar.tsx')).Calendar }))

const MarkedFiles = lazy(async () => ({ default: (await import('./measures/MarkedFiles.tsx')).MarkedFiles }))

/** The overview of a study: its figures and its subjects, or the calendar of their visits. */
export function StudyOverviewScreen() {
  const isCalendar = useSearch().get('view') === 'calendar'
  return <StudyPage>{isCalendar ? <StudyCalendar /> : <StudyOverview />}</StudyPage>
}

function StudyCalendar() {
  const t = useTranslations('calendar')
  const { siteid, studyid } = useStudy()
  return (
    <>
      <PageHeading
        level={2}
        help={t('help')}
        action={<LinkButton to={paths.studyOverview(studyid)}>{t('back')}</LinkButton>}
      >
        {t('show')}
      </PageHeading>
      <Suspense fallback={<ReadingBar isReading />}>
        <Calendar siteid={siteid} studyid={studyid} />
      </Suspense>
    </>
  )
}

/** The figures of a study, its enrolment, and its subjects by visits, and by forms and activities. */
function StudyOverview() {
  const t = useTranslations('overview')
  const ofSubjects = useTranslations('subjects')
  const ofCalendar = useTranslations('calendar')
  const study = useStudy()
  const { siteid, studyid } = study
  const { data, isReading } = useRead(StudyOverviewDocument, { siteid, studyid })
  const standings = useRead(VisitStandingsDocument, { studyid }).data
  useLive(OnSubjectsUpdatesDocument, { studyid })
  useLive(OnSubjectFormTypesUpdatesDocument, { studyid })
  useLive(OnSubjectActivityTypesUpdatesDocument, { studyid })
  const columns = useMemo(() => (data ? columnsOf(data) : []), [data])
  const figures = data?.getStudy?.figures
  const linkTo = (counted: Counted) => subjectsWhere(studyid, viewOf(counted))

  return (
    <>
      <PageHeading
        level={2}
        help={t('studyHelp')}
        action={
          standings &&
          standings.listVisits.length > 0 && (
            <LinkButton to={`${paths.studyOverview(studyid)}?view=calendar`}>{ofCalendar('show')}</LinkButton>
          )
        }
      >
        {t('study')}
      </PageHeading>
      <ReadingBar isReading={isReading} />
      {data && figures && (
        <>
          <FigureParts
            figures={figures}
            linkTo={linkTo}
            level={3}
            standings={<Standings studyid={studyid} subjects={data.listSubjects} />}
          />
          {data.listSubjects.length === 0 && (
            <EmptyState
              drawing={drawings.subject}
              sentence={t('empty')}
              purpose={ofSubjects('purpose')}
              next={
                !whyStudyTakesNoChanges(study) && (
                  <LinkButton to={`${paths.subjects(studyid)}?new`} variant="light">
                    {ofSubjects('addFirst')}
                  </LinkButton>
                )
              }
            />
          )}
          {standings && <VisitFigures studyid={studyid} standings={standings} subjects={data.listSubjects} />}
          {data.listSubjects.length > 0 && columns.length > 0 && (
            <>
              <h3 className={classes.heading}>{t('matrix')}</h3>
              <p className={classes.legend}>
                {cells.map((cell) => (
                  <span key={cell}>
                    <CellMark cell={cell} />
                    {t(`state.${cell}`)}
                  </span>
                ))}
              </p>
              <Matrix
                label={t('matrix')}
                studyid={studyid}
                columns={columns}
                rows={data.listSubjects}
                cellsOf={({ facts }) => facts.cells}
              />
              <Suspense>
                <MarkedFiles studyid={studyid} activityTypes={data.listActivityTypes} />
              </Suspense>
              <MeasuresPanel studyid={studyid} activityTypes={data.listActivityTypes} />
            </>
          )}
        </>
      )}
    </>
  )
}

/** In the order of a subject's cells. */
function columnsOf({ listFormTypes, listActivityTypes }: StudyOverviewQuery): MatrixColumn[] {
  return [
    ...listFormTypes
      .filter(wasPublished)
      .map(({ formtypeid: id, identifier: name }) => ({ key: id, id, name, part: 'formtypes' as const })),
    ...listActivityTypes.map(({ activitytypeid: id, description: name }) => ({
      key: id,
      id,
      name,
      part: 'activities' as const,
    })),
  ]
}
