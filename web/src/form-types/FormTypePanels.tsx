import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useWrite } from '../calls/graphql.ts'
import { SidePanel } from '../components/page/SidePanel.tsx'
import { AddFormTypeDocument, type FormTypesQuery, UpdateFormTypeDocument } from '../generated/graphql.ts'
import { usePutBack } from '../removed/use-put-back.ts'
import { FormTypeEditor } from './FormTypeEditor.tsx'
import { draftOfField } from './fields/field-draft.ts'
import { fieldsOfDraft } from './form-type-fields.ts'

export type FormTypeRow = FormTypesQuery['listFormTypes'][number]

const none = { version: null, fields: { identifier: '' } }

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
        stored={none}
        save={async (typed) => {
          const { addFormType: added } = await addFormType({ studyid, ...typed }).catch(
            logFailure('Failed to add form type:'),
          )
          onAdded(added.formtypeid)
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

export function EditFormTypePanel({
  type,
  isGone,
  onClose,
}: {
  type: FormTypeRow
  /** A colleague removed it. */
  isGone: boolean
  onClose: () => void
}) {
  const t = useTranslations('formTypes')
  const [updateFormType] = useWrite(UpdateFormTypeDocument)
  const { formtypeid, studyid } = type
  const putBack = usePutBack('FORM_TYPE', formtypeid)
  const fields = useMemo(
    () => fieldsOfDraft({ identifier: type.identifier, fields: type.fields.map(draftOfField) }),
    [type],
  )
  return (
    <SidePanel heading={t('editHeading')} onClose={onClose}>
      <FormTypeEditor
        record={`form-type/${formtypeid}`}
        stored={isGone ? none : { version: type.version, fields }}
        canPutBack={putBack !== undefined}
        save={async (typed, version) => {
          if (version === null) return putBack?.()
          const { updateFormType: updated } = await updateFormType({
            formtypeid,
            input: { studyid, ...typed, version },
          }).catch(logFailure('Failed to update form type:'))
          return updated
        }}
        saveLabel={t('update')}
        busyLabel={t('updating')}
        onSaved={onClose}
        onCancel={onClose}
      />
    </SidePanel>
  )
}

/** Also logs to the console a failure that is shown on screen. */
function logFailure(text: string) {
  return (thrown: unknown): never => {
    console.info(text, thrown)
    throw thrown
  }
}
