import { findLookalike } from '@casebook/domain/subjects/looks-like.ts'
import { whyNotEditable, whyNotSubjectIdentifier } from '@casebook/domain/subjects/subjects.rules.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRead, useWrite } from '../../calls/graphql.ts'
import { Notice } from '../../components/notices/Notice.tsx'
import { SidePanel } from '../../components/page/SidePanel.tsx'
import { OneTextForm } from '../../drafts/OneTextForm.tsx'
import {
  AddSubjectDocument,
  SubjectsDocument,
  type SubjectsQuery,
  UpdateSubjectDocument,
} from '../../generated/graphql.ts'
import { useIsInGroup } from '../../session/session.tsx'
import type { Study } from '../../studies/study/use-study.ts'

export type SubjectRow = SubjectsQuery['listSubjects'][number]

export function NewSubjectPanel({
  study,
  onAdded,
  onClose,
}: {
  study: Study
  onAdded: (subjectid: string) => void
  onClose: () => void
}) {
  const t = useTranslations('subjects')
  const [addSubject] = useWrite(AddSubjectDocument)
  const { siteid, studyid } = study
  const { data } = useRead(SubjectsDocument, { studyid })
  return (
    <SidePanel heading={t('newHeading')} onClose={onClose}>
      <OneTextForm
        record={`new-subject/${studyid}`}
        field="identifier"
        label={t('identifier')}
        why={whyNotSubjectIdentifier}
        remark={(typed) => {
          const name = findLookalike(typed, data?.listSubjects.map(({ identifier }) => identifier) ?? [])
          return name && t('looksLike', { name })
        }}
        save={async (identifier) => {
          const { addSubjectV2: added } = await addSubject({ input: { siteid, studyid, identifier } })
          onAdded(added.subjectid)
          return added
        }}
        saveLabel={t('create')}
        busyLabel={t('creating')}
        onSaved={onClose}
        onCancel={onClose}
      />
    </SidePanel>
  )
}

export function EditSubjectPanel({
  subject,
  isGone,
  onClose,
}: {
  subject: SubjectRow
  /** The subject is no longer in the loaded list. */
  isGone: boolean
  onClose: () => void
}) {
  const t = useTranslations('subjects')
  const [updateSubject] = useWrite(UpdateSubjectDocument)
  const { siteid, studyid, subjectid } = subject
  const mayReopen = useIsInGroup('subject:admin')
  // It was deleted while it was being renamed.
  const [wasDeleted] = useState(subject.status === 'DELETED')
  const isDeleted = subject.status === 'DELETED' && !wasDeleted
  const isFixed = whyNotEditable(subject) !== undefined && !isDeleted
  return (
    <SidePanel heading={t('editHeading')} onClose={onClose}>
      {isFixed && <Notice kind="info">{t('notOpen')}</Notice>}
      <OneTextForm
        record={`subject/${subjectid}`}
        field="identifier"
        label={t('identifier')}
        saved={subject.identifier ?? ''}
        version={subject.version}
        isGone={isGone || isDeleted}
        isDisabled={isFixed}
        why={whyNotSubjectIdentifier}
        save={async (identifier, version) =>
          (await updateSubject({ input: { siteid, studyid, subjectid, identifier, version } })).updateSubject
        }
        putBack={
          isDeleted && mayReopen
            ? async () => {
                await updateSubject({ input: { siteid, studyid, subjectid, status: 'OPEN' } })
                return undefined
              }
            : undefined
        }
        saveLabel={t('update')}
        busyLabel={t('updating')}
        onSaved={onClose}
        onCancel={onClose}
      />
    </SidePanel>
  )
}
