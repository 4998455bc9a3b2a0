import { IconPencil } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { useWrite } from '../calls/graphql.ts'
import { IconLink } from '../components/buttons/IconButton.tsx'
import { Link } from '../components/buttons/Link.tsx'
import type { Column } from '../components/list/DataList.tsx'
import { ConfirmRemoval } from '../components/removal/ConfirmRemoval.tsx'
import type { StudiesQuery } from '../generated/graphql.ts'
import { RemoveStudyDocument } from '../generated/graphql.ts'
import { useRestore } from '../removed/use-restore.ts'
import { useIsInGroup } from '../session/session.tsx'
import { StatusBadge } from './study/StatusBadge.tsx'

type StudyRow = StudiesQuery['listStudies'][number]

export function studyText(study: StudyRow): string {
  return `${study.name} ${study.status}`
}

/** Name and subjects for everyone; form types, activity types, edit and delete for study administrators. */
export function useStudyColumns(): Column<StudyRow>[] {
  const t = useTranslations('studies')
  const format = useFormatter()
  const isStudyAdmin = useIsInGroup('study:admin')
  const [removeStudy] = useWrite(RemoveStudyDocument)
  const restore = useRestore('STUDY')

  return useMemo(() => {
    const columns: Column<StudyRow>[] = [
      {
        key: 'name',
        header: t('name'),
        isSorted: true,
        cell: (study) => (
          <Link to={paths.study(study.studyid)} state={{ siteid: study.siteid }}>
            {study.name}
          </Link>
        ),
      },
      { key: 'status', header: t('status'), cell: (study) => <StatusBadge status={study.status} /> },
      countColumn('subjects', t('subjects'), paths.subjects, (study) => study.subjectCount),
    ]
    if (!isStudyAdmin) return columns
    return [
      ...columns,
      countColumn('formtypes', t('formTypes'), paths.formTypes, (study) => study.formtypeCount),
      countColumn('activitytypes', t('activityTypes'), paths.activityTypes, (study) => study.activitytypeCount),
      {
        key: 'actions',
        header: t('actions'),
        isHeaderHidden: true,
        cell: (study) => (
          <>
            <IconLink
              to={paths.editStudy(study.studyid)}
              state={{ siteid: study.siteid }}
              label={t('edit', { name: study.name })}
            >
              <IconPencil size={18} aria-hidden />
            </IconLink>
            <ConfirmRemoval
              name={study.name}
              removedAlong={removedAlong(study)}
              remove={() => removeStudy({ siteid: study.siteid, studyid: study.studyid, version: study.version })}
              record={`study/${study.studyid}`}
              undo={restore && (() => restore(study.studyid))}
            />
          </>
        ),
      },
    ]

    function removedAlong(study: StudyRow): string {
      return format.list([
        ...(study.subjectCount > 0 ? [t('subjectCount', { count: study.subjectCount })] : []),
        ...(study.formtypeCount > 0 ? [t('formTypeCount', { count: study.formtypeCount })] : []),
        ...(study.activitytypeCount > 0 ? [t('activityTypeCount', { count: study.activitytypeCount })] : []),
      ])
    }

    function countColumn(
      key: string,
      header: string,
      path: (studyid: string) => string,
      countOf: (study: StudyRow) => number,
    ): Column<StudyRow> {
      return {
        key,
        header,
        align: 'end',
        cell: (study) => {
          const count = format.number(countOf(study))
          return (
            <Link
              to={path(study.studyid)}
              state={{ siteid: study.siteid }}
              aria-label={`${study.name}: ${header} ${count}`}
            >
              {count}
            </Link>
          )
        },
      }
    }
  }, [t, format, isStudyAdmin, removeStudy, restore])
}
