import { whyNotStudyName } from '@casebook/domain/studies/studies.rules.ts'
import { useTranslations } from 'use-intl'
import { useWrite } from '../calls/graphql.ts'
import { SidePanel } from '../components/page/SidePanel.tsx'
import { OneTextForm } from '../drafts/OneTextForm.tsx'
import { AddStudyDocument } from '../generated/graphql.ts'

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
  const [addStudy] = useWrite(AddStudyDocument)
  return (
    <SidePanel heading={t('newHeading')} onClose={onClose}>
      <OneTextForm
        record={`new-study/${siteid}`}
        field="name"
        label={t('name')}
        why={whyNotStudyName}
        save={async (name) => {
          const { addStudy: added } = await addStudy({ siteid, name })
          onAdded(added.studyid)
          return added
        }}
        saveLabel={t('add')}
        busyLabel={t('adding')}
        onSaved={onClose}
        onCancel={onClose}
      />
    </SidePanel>
  )
}
