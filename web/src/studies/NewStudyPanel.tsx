import { type Fields, fieldValue } from '@casebook/domain/shared/merge/merge.ts'
import { whyNotStudyName } from '@casebook/domain/studies/studies.rules.ts'
import { useTranslations } from 'use-intl'
import { SidePanel } from '../components/page/SidePanel.tsx'
import { AddStudyDocument } from '../generated/graphql.ts'
import { OneTextForm } from '../records/OneTextForm.tsx'
import { savedBy, useEditor } from '../records/use-record.ts'

const whyNot = (_key: string, fields: Fields) => whyNotStudyName(fieldValue(fields, 'name'))

function newStudy(siteid: string) {
  return {
    record: `new-study/${siteid}`,
    blank: { name: '' },
    plan: (fields: Fields) =>
      whyNot('name', fields) ?? savedBy(AddStudyDocument, { siteid, name: fieldValue(fields, 'name') }),
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
