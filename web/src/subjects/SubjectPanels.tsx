import { whyNotEditable, whyNotSubjectIdentifier } from '@casebook/domain/subjects/subjects.rules.ts'
import { useTranslations } from 'use-intl'
import { useWrite } from '../app/graphql.ts'
import { Notice } from '../components/Notice.tsx'
import { OneTextForm } from '../components/OneTextForm.tsx'
import { SidePanel } from '../components/SidePanel.tsx'
import { AddSubjectDocument, type SubjectsQuery, UpdateSubjectDocument } from '../generated/graphql.ts'
import type { Study } from '../studies/use-study.ts'

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
  return (
    <SidePanel heading={t('newHeading')} onClose={onClose}>
      <OneTextForm
        record={`new-subject/${studyid}`}
        field="identifier"
        label={t('identifier')}
        why={whyNotSubjectIdentifier}
        save={async (identifier) =>
          onAdded((await addSubject({ input: { siteid, studyid, identifier } })).addSubjectV2.subjectid)
        }
        saveLabel={t('create')}
        busyLabel={t('creating')}
        onSaved={onClose}
        onCancel={onClose}
      />
    </SidePanel>
  )
}

export function EditSubjectPanel({ subject, onClose }: { subject: SubjectRow; onClose: () => void }) {
  const t = useTranslations('subjects')
  const [updateSubject] = useWrite(UpdateSubjectDocument)
  const { siteid, studyid, subjectid } = subject
  const isFixed = whyNotEditable(subject) !== undefined
  return (
    <SidePanel heading={t('editHeading')} onClose={onClose}>
      {isFixed && <Notice kind="info">{t('notOpen')}</Notice>}
      <OneTextForm
        record={`subject/${subjectid}`}
        field="identifier"
        label={t('identifier')}
        saved={subject.identifier ?? ''}
        version={subject.version}
        isDisabled={isFixed}
        why={whyNotSubjectIdentifier}
        save={(identifier, version) =>
          updateSubject({ input: { siteid, studyid, subjectid, identifier, version: version ?? null } })
        }
        saveLabel={t('update')}
        busyLabel={t('updating')}
        onSaved={onClose}
        onCancel={onClose}
      />
    </SidePanel>
  )
}
