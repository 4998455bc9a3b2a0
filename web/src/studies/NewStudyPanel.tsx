import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { blankFields, givenFields, whyNotGiven } from '@casebook/domain/shared/record-fields/record-fields.ts'
import { newStudyFields } from '@casebook/domain/studies/studies.rules.ts'
import { useTranslations } from 'use-intl'
import { SidePanel } from '../components/page/SidePanel.tsx'
import { AddStudyDocument, type AddStudyMutation, UpdateStudyDocument } from '../generated/graphql.ts'
import type { Known } from '../records/machine/entry.ts'
import { RecordForm } from '../records/RecordForm.tsx'
import { correctedBy, editingOf, savedBy, useEditor } from '../records/use-record.ts'

function newStudy(siteid: string) {
  return {
    record: `new-study/${siteid}`,
    blank: blankFields(newStudyFields),
    plan(typed: Fields, _over: number | null, { added }: Known<AddStudyMutation>) {
      const given = givenFields(newStudyFields, typed)
      const problem = whyNotGiven(newStudyFields, given)
      if (problem) return problem
      if (!added) return savedBy(AddStudyDocument, { siteid, ...given })
      const { studyid, status } = added.data.addStudy
      return correctedBy(UpdateStudyDocument, { siteid, studyid, input: { status, ...given, version: added.version } })
    },
  }
}

export function NewStudyPanel({
  siteid,
  onAdded,
  onClose,
}: {
  siteid: string
  onAdded: (studyid: string) => void
  onClose: () => void
}) {
  const t = useTranslations('studies')
  const editor = useEditor(newStudy(siteid), editingOf(newStudyFields))
  return (
    <SidePanel heading={t('newHeading')} onClose={onClose}>
      <RecordForm
        editor={editor}
        fields={newStudyFields}
        label={(field) => t(field)}
        isNew
        saveLabel={t('add')}
        busyLabel={t('adding')}
        onSaved={({ addStudy }) => onAdded(addStudy.studyid)}
        onClose={onClose}
      />
    </SidePanel>
  )
}
