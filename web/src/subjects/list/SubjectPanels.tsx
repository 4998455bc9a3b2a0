import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { blankFields, givenFields, whyNotGiven } from '@casebook/domain/shared/record-fields/record-fields.ts'
import { subjectFields, whyNotEditable } from '@casebook/domain/subjects/subjects.rules.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useRead } from '../../calls/graphql.ts'
import { Notice } from '../../components/notices/Notice.tsx'
import { SidePanel } from '../../components/page/SidePanel.tsx'
import { SubjectsDocument, type SubjectsQuery, UpdateSubjectDocument } from '../../generated/graphql.ts'
import { RecordForm } from '../../records/RecordForm.tsx'
import { editingOf, restoredBy, savedBy, sourceOf, useEditor } from '../../records/use-record.ts'
import { useIsInGroup } from '../../session/session.tsx'
import type { Study } from '../../studies/study/use-study.ts'

export type SubjectRow = SubjectsQuery['listSubjects'][number]

const blank = blankFields(subjectFields)
const editing = editingOf(subjectFields)

export function subjectRecordName(subjectid: string): string {
  return `subject/${subjectid}`
}

/** A subject's identifier. `wasDeleted`: it was marked as deleted before its panel opened, so nobody removed it since. */
function subjectRecord({ siteid, studyid }: Study, subjectid: string, wasDeleted: boolean) {
  return {
    record: subjectRecordName(subjectid),
    blank,
    source: sourceOf(SubjectsDocument, { studyid }, ({ data }) => {
      const subject = data?.listSubjects.find((each) => each.subjectid === subjectid)
      if (!subject) return data && { version: null, fields: blank }
      if (subject.status === 'DELETED' && !wasDeleted) return { version: null, fields: blank, row: subject }
      return { version: subject.version, fields: { identifier: subject.identifier ?? '' }, row: subject }
    }),
    plan(typed: Fields, over: number | null) {
      const given = givenFields(subjectFields, typed)
      const problem = whyNotGiven(subjectFields, given)
      if (problem) return problem
      const subject = { siteid, studyid, subjectid }
      if (over === null) return restoredBy(UpdateSubjectDocument, { input: { ...subject, status: 'OPEN' } })
      return savedBy(UpdateSubjectDocument, { input: { ...subject, ...given, version: over } })
    },
  }
}

export function EditSubjectPanel({
  study,
  subjectid,
  onClose,
}: {
  study: Study
  subjectid: string
  onClose: () => void
}) {
  const t = useTranslations('subjects')
  const { data } = useRead(SubjectsDocument, { studyid: study.studyid })
  const listed = data?.listSubjects.find((each) => each.subjectid === subjectid)
  const [wasDeleted] = useState(listed?.status === 'DELETED')
  const editor = useEditor(subjectRecord(study, subjectid, wasDeleted), editing)
  const mayReopen = useIsInGroup('subject:admin')
  const { row } = editor
  // It was deleted while it was being renamed.
  const isDeleted = listed?.status === 'DELETED' && !wasDeleted
  const isFixed = row !== undefined && whyNotEditable(row) !== undefined && !isDeleted
  return (
    <SidePanel heading={t('editHeading')} onClose={onClose}>
      {isFixed && <Notice kind="info">{t('notOpen')}</Notice>}
      <RecordForm
        editor={editor}
        fields={subjectFields}
        label={(field) => t(field)}
        isDisabled={isFixed}
        canPutBack={isDeleted && mayReopen}
        saveLabel={t('update')}
        busyLabel={t('updating')}
        onClose={onClose}
      />
    </SidePanel>
  )
}
