import { isLacking, isRecent } from '@casebook/domain/subjects/facts/subject-facts.rules.ts'
import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { isCountedBy } from '@casebook/domain/visits/cells/visit-cells.ts'
import { useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { useRead } from '../calls/graphql.ts'
import { LinkButton } from '../components/buttons/LinkButton.tsx'
import { drawings } from '../components/drawings.ts'
import { usePanel } from '../components/page/use-panel.ts'
import { OnSubjectsUpdatesDocument, SubjectsDocument, VisitStandingsDocument } from '../generated/graphql.ts'
import { GuideOnList, useGuideToAdded } from '../guide/Guide.tsx'
import { useLive } from '../live/live.ts'
import { useIsInGroup } from '../session/session.tsx'
import { useRememberOpened } from '../studies/opened-study.ts'
import { StudyListScreen } from '../studies/study/StudyListScreen.tsx'
import { useStudy } from '../studies/study/use-study.ts'
import { rememberSubjectList } from './bar/subject-list.ts'
import { useChosenSubjects } from './chosen/use-chosen-subjects.tsx'
import { ListFilters } from './list/ListFilters.tsx'
import { isDescendingFirst, isOn, isWhole, type ListView, sortKeys, wholeList } from './list/list-view.ts'
import { NewSubjectPanel } from './list/NewSubjectPanel.tsx'
import { EditSubjectPanel, type SubjectRow, subjectRecordName } from './list/SubjectPanels.tsx'
import { comparing } from './list/sort-subjects.ts'
import { useListView } from './list/use-list-view.ts'
import { useSubjectColumns } from './subject-columns.tsx'

function subjectText(subject: SubjectRow): string {
  return `${subjectName(subject)} ${subject.status}`
}

/**
 * The condition of a view, apart from its text; undefined if it includes all subjects. `cells` of their visits by
 * subjectid, where the view is of visits.
 */
function parametersOf(
  { status, missing, recent, added, visits, visit }: Omit<ListView, 'filter'>,
  { cells, schedule }: { cells: ReadonlyMap<string, string>; schedule: readonly { visitid: string }[] },
) {
  if (isWhole({ ...wholeList, status, missing, recent, added, visits })) return undefined
  const now = new Date()
  const place = visit === undefined ? undefined : schedule.findIndex(({ visitid }) => visitid === visit)
  return (subject: SubjectRow) =>
    (status === undefined || subject.status === status) &&
    (missing === undefined || isLacking(subject.facts, missing)) &&
    (recent === undefined || isRecent(subject, recent, now)) &&
    (added === undefined || isOn(added, subject.facts.addedAt)) &&
    (visits === undefined || isCountedBy(cells.get(subject.subjectid) ?? '', subject.status, visits, place))
}

function idOf({ subjectid }: SubjectRow): string {
  return subjectid
}

/** The subjects of a study. */
export function SubjectsScreen() {
  const t = useTranslations('subjects')
  const study = useStudy()
  const { studyid } = study
  const { openEdit, isNew } = usePanel()
  const { data, isReading } = useRead(SubjectsDocument, { studyid })
  useLive(OnSubjectsUpdatesDocument, { studyid })
  useRememberOpened(studyid)
  const [listed, setListed] = useState<readonly string[]>([])
  const remember = useCallback(
    (subjectids: readonly string[]) => {
      setListed(subjectids)
      rememberSubjectList(studyid, subjectids)
    },
    [studyid],
  )
  const guideTo = useGuideToAdded(study)
  const mayExport = useIsInGroup('admin', 'study:admin')
  const columns = useSubjectColumns(openEdit)
  const { view, change, setFilter } = useListView(studyid)
  const { status, missing, recent, added, visits, visit, sort, isDescending } = view
  const standings = useRead(VisitStandingsDocument, visits && { studyid }).data
  const cells = useMemo(
    () => new Map(standings?.listVisitStandings.map(({ subjectid, cells }) => [subjectid, cells])),
    [standings],
  )
  const keeps = useMemo(
    () =>
      parametersOf(
        { status, missing, recent, added, visits, visit, sort, isDescending },
        { cells, schedule: standings?.listVisits ?? [] },
      ),
    [status, missing, recent, added, visits, visit, sort, isDescending, cells, standings],
  )
  const compare = useMemo(() => comparing({ sort, isDescending }), [sort, isDescending])

  const picking = useChosenSubjects(studyid, data?.listSubjects)
  return (
    <StudyListScreen
      above={<GuideOnList study={study} isCreating={isNew} />}
      texts={{
        heading: t('heading'),
        add: t('new'),
        addFirst: t('addFirst'),
        empty: t('empty'),
        emptyPurpose: t('purpose'),
        emptyDrawing: drawings.subject,
        count: (count) => t('count', { count }),
      }}
      rows={data?.listSubjects}
      isReading={isReading}
      rowKey={idOf}
      columns={columns}
      compare={compare}
      sorting={{
        key: sort,
        isDescending,
        onSort(pressed) {
          const key = sortKeys.find((known) => known === pressed) ?? 'identifier'
          change({ sort: key, isDescending: key === sort ? !isDescending : isDescendingFirst(key) })
        },
      }}
      filterText={subjectText}
      filter={view.filter}
      onFilter={setFilter}
      filters={
        <>
          <ListFilters view={view} schedule={data?.listVisits ?? []} onChange={change} />
          {mayExport && !isWhole(view) && listed.length > 0 && (
            <LinkButton to={paths.studyExport(studyid)} state={{ subjectids: listed }}>
              {t('exportListed')}
            </LinkButton>
          )}
        </>
      }
      keeps={keeps}
      onShowAll={() => change({ ...wholeList, sort, isDescending })}
      noneKept={t('noneKept')}
      isOpenedByRow
      isCard
      onListed={remember}
      picking={picking}
      newPanel={(onAdded, onClose) => (
        <NewSubjectPanel
          study={study}
          onAdded={(subjectid) => {
            onAdded(subjectid)
            guideTo(subjectid)
          }}
          onClose={onClose}
        />
      )}
      recordOf={subjectRecordName}
      editPanel={(subjectid, onClose) => <EditSubjectPanel study={study} subjectid={subjectid} onClose={onClose} />}
    />
  )
}
