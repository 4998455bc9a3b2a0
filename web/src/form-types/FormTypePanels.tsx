import { maxChecks } from '@casebook/domain/form-types/fields.ts'
import { whyNotFormTypeIdentifier } from '@casebook/domain/form-types/form-types.rules.ts'
import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { repeatsKey } from '@casebook/domain/shared/record-fields/repeats.ts'
import { useTranslations } from 'use-intl'
import { SidePanel } from '../components/page/SidePanel.tsx'
import {
  AddFormTypeDocument,
  type AddFormTypeMutation,
  FormTypesDocument,
  type FormTypesQuery,
  SaveFormTypeDraftDocument,
  UpdateFormTypeDocument,
} from '../generated/graphql.ts'
import type { Known } from '../records/machine/entry.ts'
import { correctedBy, savedBy, sourceOf, useEditor } from '../records/use-record.ts'
import { puttingBack } from '../removed/put-back.ts'
import { useIsInGroup } from '../session/session.tsx'
import { draftOfField } from './draft/field-draft.ts'
import { fieldsOfDraft, isArrangement, plainCheck, typedOf, whyNotTyped } from './draft/form-type-fields.ts'
import { FormTypeEditor } from './FormTypeEditor.tsx'

export type FormTypeRow = FormTypesQuery['listFormTypes'][number]

const blank = { identifier: '' }
const checkNames = Array.from({ length: maxChecks }, (_, place) => [
  `checks.${place}.expression`,
  `checks.${place}.message`,
]).flat()
const editing = {
  names: ['identifier', repeatsKey, ...checkNames],
  why: (key: string, { identifier = '' }: Fields) =>
    key === repeatsKey ? undefined : whyNotFormTypeIdentifier(identifier),
}

export function formTypeRecord(formtypeid: string): string {
  return `form-type/${formtypeid}`
}

function newFormType(studyid: string) {
  return {
    record: `new-form-type/${studyid}`,
    blank,
    isArrangement,
    plan(fields: Fields, _over: number | null, { added }: Known<AddFormTypeMutation>) {
      const problem = whyNotTyped(fields)
      if (problem) return problem
      if (!added) return savedBy(AddFormTypeDocument, { studyid, ...typedOf(fields) })
      const input = { studyid, ...typedOf(fields), version: added.version }
      return correctedBy(UpdateFormTypeDocument, { formtypeid: added.data.addFormType.formtypeid, input })
    },
  }
}

/** `note`: what is new in the version that is published. */
function publishing(studyid: string, formtypeid: string, note = '') {
  return (fields: Fields, over: number | null) => {
    const problem = whyNotTyped(fields)
    if (problem) return problem
    if (over === null) return puttingBack('FORM_TYPE', formtypeid)
    const input = { studyid, ...typedOf(fields), version: over }
    return savedBy(UpdateFormTypeDocument, { formtypeid, input, note })
  }
}

/** Keeps what is typed as a draft, which the study's work does not see. */
function drafting(studyid: string, formtypeid: string) {
  return (fields: Fields, over: number | null) => {
    const problem = whyNotTyped(fields)
    if (problem) return problem
    const input = { studyid, ...typedOf(fields), version: over }
    return savedBy(SaveFormTypeDraftDocument, { formtypeid, input })
  }
}

/** The draft of a form type if there is one, else what is published. */
function formType(studyid: string, formtypeid: string) {
  return {
    record: formTypeRecord(formtypeid),
    blank,
    isArrangement,
    source: sourceOf(FormTypesDocument, { studyid }, ({ data }) => {
      const type = data?.listFormTypes.find((each) => each.formtypeid === formtypeid)
      if (!type) return data && { version: null, fields: blank }
      const { identifier, fields, checks, repeats } = type.draft ?? type
      const draft = { identifier, fields: fields.map(draftOfField), checks: checks.map(plainCheck), repeats }
      return { version: type.version, fields: fieldsOfDraft(draft), row: type }
    }),
    plan: publishing(studyid, formtypeid),
  }
}

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
  const editor = useEditor(newFormType(studyid), { ...editing, failedText: 'Failed to add form type:' })
  return (
    <SidePanel heading={t('newHeading')} onClose={onClose}>
      <FormTypeEditor
        editor={editor}
        saveLabel={t('add')}
        busyLabel={t('adding')}
        onSaved={({ addFormType }) => onAdded(addFormType.formtypeid)}
        onClose={onClose}
      />
    </SidePanel>
  )
}

export function EditFormTypePanel({
  studyid,
  formtypeid,
  onClose,
}: {
  studyid: string
  formtypeid: string
  onClose: () => void
}) {
  const t = useTranslations('formTypes')
  const editor = useEditor(formType(studyid, formtypeid), {
    ...editing,
    failedText: 'Failed to update form type:',
  })
  const mayPutBack = useIsInGroup('admin')
  const { row } = editor
  return (
    <SidePanel heading={t('editHeading')} onClose={onClose}>
      <FormTypeEditor
        editor={editor}
        canPutBack={mayPutBack}
        saveLabel={t('update')}
        busyLabel={t('updating')}
        published={
          row && {
            studyid,
            formtypeid,
            defined: row,
            version: row.version,
            hasDraft: row.draft !== null,
            saveDraft: () => editor.save({ plan: drafting(studyid, formtypeid), act: 'draft' }),
            publish: (note) => editor.save({ plan: publishing(studyid, formtypeid, note) }),
          }
        }
        onClose={onClose}
      />
    </SidePanel>
  )
}
