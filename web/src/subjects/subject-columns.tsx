import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { IconPencil } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useWrite } from '../app/graphql.ts'
import { paths } from '../app/paths.ts'
import { useIsInGroup } from '../app/session.tsx'
import { ConfirmRemoval } from '../components/ConfirmRemoval.tsx'
import type { Column } from '../components/DataList.tsx'
import { IconButton } from '../components/IconButton.tsx'
import { StatusBadge } from '../components/StatusBadge.tsx'
import { RemoveSubjectDocument } from '../generated/graphql.ts'
import type { SubjectRow } from './SubjectPanels.tsx'

/** Identifier, status, edit; and for subject administrators the Actions column with 'Mark as deleted'. */
export function useSubjectColumns(openEdit: (subjectid: string) => void): Column<SubjectRow>[] {
  const t = useTranslations('subjects')
  const isSubjectAdmin = useIsInGroup('subject:admin')
  const mayRename = useIsInGroup('admin', 'hp')
  const [removeSubject] = useWrite(RemoveSubjectDocument)

  return useMemo(() => {
    const columns: Column<SubjectRow>[] = [
      {
        key: 'identifier',
        header: t('identifier'),
        isSorted: true,
        cell: (subject) => <Link to={paths.subject(subject.studyid, subject.subjectid)}>{subjectName(subject)}</Link>,
      },
      { key: 'status', header: t('status'), cell: (subject) => <StatusBadge status={subject.status} /> },
    ]
    if (mayRename) {
      columns.push({
        key: 'edit',
        header: t('editColumn'),
        isHeaderHidden: true,
        cell: (subject) => (
          <IconButton label={t('edit', { name: subjectName(subject) })} onClick={() => openEdit(subject.subjectid)}>
            <IconPencil size={18} aria-hidden />
          </IconButton>
        ),
      })
    }
    if (isSubjectAdmin) {
      columns.push({
        key: 'actions',
        header: t('actions'),
        isActions: true,
        cell: (subject) => {
          const name = subjectName(subject)
          return (
            <ConfirmRemoval
              name={name}
              text={t('markAsDeleted')}
              label={t('markNamed', { name })}
              question={t('confirmMark', { name })}
              note={t('markNote')}
              isDisabled={subject.status === 'DELETED'}
              remove={() => removeSubject({ studyid: subject.studyid, subjectid: subject.subjectid })}
            />
          )
        },
      })
    }
    return columns
  }, [t, isSubjectAdmin, mayRename, openEdit, removeSubject])
}
