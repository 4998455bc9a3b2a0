import { maxChecks } from '@casebook/domain/form-types/fields.ts'
import { whyNotFormTypeIdentifier } from '@casebook/domain/form-types/form-types.rules.ts'
import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { freeName } from '@casebook/domain/shared/names/free-name.ts'
import { repeatsKey } from '@casebook/domain/shared/record-fields/repeats.ts'
import { useTranslations } from 'use-intl'
import { useRead } from '../calls/graphql.ts'
import { SidePanel } from '../components/page/SidePanel.tsx'
import {
  AddFormTypeDocument,
  type AddFormTypeMutation,
  FormTypesDocument,
  type FormTypesQuery,
  SaveFormTypeDraftDocument,
  UpdateFormTypeDocument,
} from '../generated/graphql.ts'
import { findAuthorInStudy } from '../history/find-author.ts'
import type { Known } from '../records/machine/entry.ts'
import { isNextOne } from '../records/machine/next-one.ts'
import { correctedBy, replacedBy, savedBy, sourceOf, useBeginAs, useEditor } from '../records/use-record.ts'
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

function newFormType(studyid: string, copiedid: string | undefined) {
  return {
    record: copiedid ? `new-form-type/${studyid}/${copiedid}` : `new-form-type/${studyid}`,
    blank,
    isArrangement,
    plan(fields: Fields, _over: number | null, known: Known<AddFormTypeMutation>) {
      const { added } = known
      const problem = whyNotTyped(fields)
      if (problem) return problem
      if (!added) return savedBy(AddFormTypeDocument, { studyid, ...typedOf(fields) })
      if (isNextOne(known, fields, 'identifier'))
        return replacedBy(AddFormTypeDocument, { studyid, ...typedOf(fields) })
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

/** What a form type's editor shows of it: its draft if there is one, else what is published. */
function contentsOf(type: FormTypeRow) {
  const { identifier, fields, checks, repeats } = type.draft ?? type
  return { identifier, fields: fields.map(draftOfField), checks: checks.map(plainCheck), repeats }
}

function formType(studyid: string, formtypeid: string) {
  return {
    record: formTypeRecord(formtypeid),
    blank,
    isArrangement,
    source: sourceOf(FormTypesDocument, { studyid }, ({ data }) => {
      const type = data?.listFormTypes.find((each) => each.formtypeid === formtypeid)
      if (!type) return data && { version: null, fields: blank }
      return { version: type.version, fields: fieldsOfDraft(contentsOf(type)), row: type }
    }),
    findAuthor: () => findAuthorInStudy(studyid, 'form_type', formtypeid),
    plan: publishing(studyid, formtypeid),
  }
}

export function NewFormTypePanel({
  studyid,
  copiedid,
  onAdded,
  onClose,
}: {
  studyid: string
  /** The form type that the new one begins as. */
  copiedid?: string | undefined
  onAdded: (formtypeid: string) => void
  onClose: () => void
}) {
  const t = useTranslations('formTypes')
  const editor = useEditor(newFormType(studyid, copiedid), { ...editing, failedText: 'Failed to add form type:' })
  const { data } = useRead(FormTypesDocument, copiedid === undefined ? undefined : { studyid })
  const copied = data?.listFormTypes.find((each) => each.formtypeid === copiedid)
  useBeginAs(editor, copied, (type) => {
    const names = (data?.listFormTypes ?? []).map(({ identifier }) => identifier)
    return fieldsOfDraft({ ...contentsOf(type), identifier: freeName(names, type.identifier) })
  })
  return (
    <SidePanel heading={t('newHeading')} onClose={onClose}>
      <FormTypeEditor
        studyid={studyid}
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
        studyid={studyid}
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
