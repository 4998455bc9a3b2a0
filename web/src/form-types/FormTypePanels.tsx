import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useWrite } from '../app/graphql.ts'
import { SidePanel } from '../components/SidePanel.tsx'
import { AddFormTypeDocument, type FormTypesQuery, UpdateFormTypeDocument } from '../generated/graphql.ts'
import { FormTypeEditor } from './FormTypeEditor.tsx'
import { draftOfField, type FormTypeDraft } from './field-draft.ts'

export type FormTypeRow = FormTypesQuery['listFormTypes'][number]

const nothingTyped: FormTypeDraft = { identifier: '', fields: [] }

export function NewFormTypePanel({
  studyid,
  onAdded,
  onClose,
}: {
  studyid: string
  onAdded: (formtypeid: string) => void
  onClose: () => void
}) {
  const t = useTranslations('formTypes')
  const [addFormType] = useWrite(AddFormTypeDocument)
  return (
    <SidePanel heading={t('newHeading')} onClose={onClose}>
      <FormTypeEditor
        record={`new-form-type/${studyid}`}
        saved={nothingTyped}
        save={async (typed) =>
          onAdded(
            (await addFormType({ studyid, ...typed }).catch(logFailure('Failed to add form type:'))).addFormType
              .formtypeid,
          )
        }
        saveLabel={t('add')}
        busyLabel={t('adding')}
        onSaved={onClose}
        onCancel={onClose}
      />
    </SidePanel>
  )
}

export function EditFormTypePanel({ type, onClose }: { type: FormTypeRow; onClose: () => void }) {
  const t = useTranslations('formTypes')
  const [updateFormType] = useWrite(UpdateFormTypeDocument)
  const { formtypeid, studyid } = type
  const saved = useMemo(() => ({ identifier: type.identifier, fields: type.fields.map(draftOfField) }), [type])
  return (
    <SidePanel heading={t('editHeading')} onClose={onClose}>
      <FormTypeEditor
        record={`form-type/${formtypeid}`}
        saved={saved}
        version={type.version}
        save={(typed, version) =>
          updateFormType({ formtypeid, input: { studyid, ...typed, version: version ?? null } }).catch(
            logFailure('Failed to update form type:'),
          )
        }
        saveLabel={t('update')}
        busyLabel={t('updating')}
        onSaved={onClose}
        onCancel={onClose}
      />
    </SidePanel>
  )
}

/** The console's copy of a failure that is shown on screen as well (decisions.md 8). */
function logFailure(text: string) {
  return (thrown: unknown): never => {
    console.info(text, thrown)
    throw thrown
  }
}
