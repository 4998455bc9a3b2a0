import { subjectName } from '@casebook/domain/subjects/subjects.rules.ts'
import { useMemo } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { paths } from '../browser/paths.ts'
import { useWrite } from '../calls/graphql.ts'
import { Link } from '../components/buttons/Link.tsx'
import { ChangeCell } from '../components/change/ChangeCell.tsx'
import type { Column } from '../components/list/DataList.tsx'
import { RowMenu } from '../components/RowMenu.tsx'
import { ConfirmRemoval } from '../components/removal/ConfirmRemoval.tsx'
import { undoReason } from '../components/removal/undo-reason.ts'
import { RemoveSubjectDocument, UpdateSubjectDocument } from '../generated/graphql.ts'
import { useIsInGroup } from '../session/session.tsx'
import { StatusBadge } from '../studies/study/StatusBadge.tsx'
import { DoneCell, WarningsCell } from './list/Cells.tsx'
import type { SubjectRow } from './list/SubjectPanels.tsx'

/**
 * Identifier, status, progress and last change, then a menu: the Actions column with 'Mark as deleted' for subject
 * administrators, a column for renaming only for others.
 */
export function useSubjectColumns(openEdit: (subjectid: string) => void): Column<SubjectRow>[] {
  const t = useTranslations('subjects')
  const ofMoving = useTranslations('moving')
  const navigate = useNavigate()
  const isSubjectAdmin = useIsInGroup('subject:admin')
  const mayRename = useIsInGroup('admin', 'hp')
  const [removeSubject] = useWrite(RemoveSubjectDocument)
  const [updateSubject] = useWrite(UpdateSubjectDocument)

  return useMemo(() => {
    const columns: Column<SubjectRow>[] = [
      {
        key: 'identifier',
        header: t('identifier'),
        isSortable: true,
        cell: (subject) => <Link to={paths.subject(subject.studyid, subject.subjectid)}>{subjectName(subject)}</Link>,
      },
      {
        key: 'status',
        header: t('status'),
        isSortable: true,
        isOnFirstLine: true,
        isUnlabelled: true,
        cell: (subject) => <StatusBadge status={subject.status} />,
      },
      {
        key: 'forms',
        header: t('forms'),
        isSortable: true,
        cell: ({ facts }) => <DoneCell done={facts.formsDone} expected={facts.formsExpected} />,
      },
      {
        key: 'activities',
        header: t('activities'),
        isSortable: true,
        cell: ({ facts }) => <DoneCell done={facts.activitiesDone} expected={facts.activitiesExpected} />,
      },
      {
        key: 'files',
        header: t('files'),
        isSortable: true,
        cell: ({ facts }) => (
          <DoneCell done={facts.filesDone} expected={facts.filesExpected} busy={facts.filesPending} />
        ),
      },
      {
        key: 'warnings',
        header: t('warnings'),
        isSortable: true,
        isUnlabelled: true,
        cell: ({ facts }) => <WarningsCell count={facts.warnings} />,
      },
      {
        key: 'changed',
        header: t('changed'),
        isSortable: true,
        isSpare: true,
        isUnlabelled: true,
        cell: ({ facts }) => <ChangeCell at={facts.changedAt} by={facts.changedBy} />,
      },
    ]
    if (!mayRename && !isSubjectAdmin) return columns
    columns.push({
      key: 'actions',
      header: isSubjectAdmin ? t('actions') : t('editColumn'),
      isActions: true,
      isHeaderHidden: !isSubjectAdmin,
      cell: (subject) => {
        const name = subjectName(subject)
        const record = `subject/${subject.subjectid}`
        return (
          <RowMenu label={t('menu', { name })} removal={isSubjectAdmin ? record : undefined}>
            {(close) => (
              <>
                {mayRename && (
                  <button
                    type="button"
                    onClick={() => {
                      close()
                      openEdit(subject.subjectid)
                    }}
                  >
                    {t('edit', { name })}
                  </button>
                )}
                {isSubjectAdmin && (
                  <button
                    type="button"
                    onClick={() => {
                      close()
                      const { studyid, subjectid } = subject
                      navigate(paths.moveSubjects(studyid), { state: { subjectids: [subjectid] } })
                    }}
                  >
                    {ofMoving('moveNamed', { name })}
                  </button>
                )}
                {isSubjectAdmin && (
                  <ConfirmRemoval
                    name={name}
                    text={t('markAsDeleted')}
                    label={t('markNamed', { name })}
                    question={t('confirmMark', { name })}
                    note={t('markNote')}
                    isDisabled={subject.status === 'DELETED'}
                    verb="mark"
                    remove={async () => {
                      const { studyid, subjectid, version } = subject
                      await removeSubject({ studyid, subjectid, version })
                    }}
                    record={record}
                    // A closed subject would be restored without its signature, so it must be reopened separately.
                    undo={subject.status === 'OPEN' ? () => reopen(subject) : undefined}
                  />
                )}
              </>
            )}
          </RowMenu>
        )
      },
    })
    return columns

    function reopen({ siteid, studyid, subjectid }: SubjectRow) {
      return updateSubject({ input: { siteid, studyid, subjectid, status: 'OPEN', reason: undoReason } })
    }
  }, [t, ofMoving, navigate, isSubjectAdmin, mayRename, openEdit, removeSubject, updateSubject])
}
