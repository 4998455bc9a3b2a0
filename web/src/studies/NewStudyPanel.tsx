import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { whyNotStudyName } from '@casebook/domain/studies/studies.rules.ts'
import { useTranslations } from 'use-intl'
import { SidePanel } from '../components/page/SidePanel.tsx'
import { AddStudyDocument, type AddStudyMutation, UpdateStudyDocument } from '../generated/graphql.ts'
import type { Known } from '../records/machine/entry.ts'
import { OneTextForm } from '../records/OneTextForm.tsx'
import { correctedBy, savedBy, useEditor } from '../records/use-record.ts'

const whyNot = (_key: string, fields: Fields) => whyNotStudyName(fieldValue(fields, 'name'))

function newStudy(siteid: string) {
  return {
    record: `new-study/${siteid}`,
    blank: { name: '' },
    plan(fields: Fields, _over: number | null, { added }: Known<AddStudyMutation>) {
      const problem = whyNot('name', fields)
      if (problem) return problem
      const name = fieldValue(fields, 'name')
      if (!added) return savedBy(AddStudyDocument, { siteid, name })
      const { studyid, status } = added.data.addStudy
      return correctedBy(UpdateStudyDocument, { siteid, studyid, input: { name, status, version: added.version } })
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
  const editor = useEditor(newStudy(siteid), { names: ['name'], why: whyNot })
  return (
    <SidePanel heading={t('newHeading')} onClose={onClose}>
      <OneTextForm
        editor={editor}
        field="name"
        label={t('name')}
        saveLabel={t('add')}
        busyLabel={t('adding')}
        onSaved={({ addStudy }) => onAdded(addStudy.studyid)}
        onClose={onClose}
      />
    </SidePanel>
  )
}
