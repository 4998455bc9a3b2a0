import { compareFormTypes } from '@casebook/domain/form-types/fields.ts'
import { retiredFields } from '@casebook/domain/forms/forms.rules.ts'
import { NativeSelect } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useWrite } from '../app/graphql.ts'
import { FieldStack } from '../components/FieldStack.tsx'
import { SidePanel } from '../components/SidePanel.tsx'
import { AddFormDocument, UpdateFormDocument } from '../generated/graphql.ts'
import { FormEditor } from './FormEditor.tsx'
import type { FormRecord, OfferedFormType } from './form-record.ts'
import { newFormValues, savedFormValues } from './form-values.ts'

/** A form that is there, to be edited, or only read while the subject is not open. */
export function EditFormPanel({
  form,
  isDisabled,
  onSaved,
  onClose,
}: {
  form: FormRecord
  isDisabled: boolean
  onSaved: () => void
  onClose: () => void
}) {
  const t = useTranslations('forms')
  const [isLeaving, setIsLeaving] = useState(false)
  const [updateForm] = useWrite(UpdateFormDocument)
  const { subjectid, formtypeid, version, formtype } = form
  return (
    <SidePanel
      heading={t(isDisabled ? 'readHeading' : 'editHeading', { name: formtype.identifier })}
      onClose={() => (isDisabled ? onClose() : setIsLeaving(true))}
    >
      <FormEditor
        key={formtypeid}
        record={`form/${subjectid}/${formtypeid}`}
        fields={formtype.fields}
        saved={{ version, values: savedFormValues(formtype.fields, form.fields) }}
        retired={retiredFields(formtype, form.fields)}
        save={async (fields, over) => {
          await updateForm({ input: { subjectid, formtypeid, fields, version: over ?? null } })
          onSaved()
        }}
        isDisabled={isDisabled}
        isLeaving={isLeaving}
        onLeaving={setIsLeaving}
        onClose={onClose}
      />
    </SidePanel>
  )
}

/**
 * A form of a type that is not filled in yet. Where the study has exactly one type, there is nothing to select; of
 * several, the last one left is selected from the start.
 */
export function NewFormPanel({
  subjectid,
  formtypes,
  filled,
  chosenid,
  onChoose,
  today,
  isDisabled,
  onSaved,
  onClose,
}: {
  subjectid: string
  formtypes: readonly OfferedFormType[]
  /** The ids of form types that the subject has a form of. */
  filled: ReadonlySet<string>
  /** The form type's id, '' before one is chosen. */
  chosenid: string
  onChoose: (formtypeid: string) => void
  /** The calendar day in the study's zone: `2026-10-20`. */
  today: string
  isDisabled: boolean
  onSaved: () => void
  onClose: () => void
}) {
  const t = useTranslations('forms')
  const [isLeaving, setIsLeaving] = useState(false)
  const [addForm] = useWrite(AddFormDocument)
  const only = formtypes.length === 1 ? formtypes[0] : undefined
  const free = formtypes.filter(({ formtypeid }) => !filled.has(formtypeid))
  const [left] = free.length === 1 ? free : []
  const chosen = only ?? formtypes.find(({ formtypeid }) => formtypeid === chosenid) ?? left
  // A type that somebody else fills in while it is typed into here stays, so that nothing typed is lost.
  const offered = (chosen && filled.has(chosen.formtypeid) ? [...free, chosen] : free).toSorted(compareFormTypes)
  const leftid = only || chosenid !== '' ? undefined : left?.formtypeid
  // biome-ignore lint/correctness/useExhaustiveDependencies: chosen once, so that it stays when somebody else fills it in
  useEffect(() => {
    if (leftid !== undefined) onChoose(leftid)
  }, [leftid])
  const saved = useMemo(() => chosen && { version: null, values: newFormValues(chosen.fields, today) }, [chosen, today])

  return (
    <SidePanel heading={t('newHeading')} onClose={() => (chosen ? setIsLeaving(true) : onClose())}>
      <FieldStack>
        {!only && (
          <NativeSelect
            label={t('formType')}
            value={chosen?.formtypeid ?? ''}
            disabled={isDisabled}
            onChange={(event) => onChoose(event.currentTarget.value)}
          >
            <option value="" disabled>
              {t('selectFormType')}
            </option>
            {offered.map(({ formtypeid, identifier }) => (
              <option key={formtypeid} value={formtypeid}>
                {identifier}
              </option>
            ))}
          </NativeSelect>
        )}
        {only && <p>{only.identifier}</p>}
        {formtypes.length > 0 && offered.length === 0 && <p>{t('allFilled')}</p>}
        {formtypes.length === 0 && <p>{t('noFormTypes')}</p>}
      </FieldStack>
      {chosen && saved && (
        <FormEditor
          key={chosen.formtypeid}
          record={`new-form/${subjectid}/${chosen.formtypeid}`}
          fields={chosen.fields}
          saved={saved}
          retired={[]}
          save={async (fields) => {
            await addForm({ input: { subjectid, formtypeid: chosen.formtypeid, fields } })
            onSaved()
          }}
          isDisabled={isDisabled}
          isLeaving={isLeaving}
          onLeaving={setIsLeaving}
          onClose={onClose}
        />
      )}
    </SidePanel>
  )
}
