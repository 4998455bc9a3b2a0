import { compareFormTypes } from '@casebook/domain/form-types/fields.ts'
import { retiredFields } from '@casebook/domain/forms/forms.rules.ts'
import { NativeSelect } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useWrite } from '../calls/graphql.ts'
import { FieldStack } from '../components/form/FieldStack.tsx'
import { usePageTitle } from '../components/page/use-page-title.ts'
import { AddFormDocument, UpdateFormDocument } from '../generated/graphql.ts'
import { useFindAuthor } from '../history/find-author.ts'
import { FormEditor } from './FormEditor.tsx'
import { FormHeading } from './heading/FormHeading.tsx'
import { ToFormTypes } from './ToFormTypes.tsx'
import type { FormRecord, OfferedFormType } from './values/form-record.ts'
import { newFormValues, savedFormValues } from './values/form-values.ts'

type FormPageProps = {
  studyid: string
  subjectid: string
  forms: readonly FormRecord[]
  formtypes: readonly OfferedFormType[]
  /** The calendar day in the study's zone: `2026-10-20`. */
  today: string
  isDisabled: boolean
  onSaved: () => void
  onClose: () => void
}

/** The page of a form of a given type inside the subject: to be filled in, edited, or only read. */
export function FormPage({ formtypeid, ...props }: FormPageProps & { formtypeid: string }) {
  const t = useTranslations('forms')
  const form = props.forms.find((each) => each.formtypeid === formtypeid)
  const [wasThere] = useState(form !== undefined)
  const found = form?.formtype ?? props.formtypes.find((each) => each.formtypeid === formtypeid)
  // A colleague may remove the form and its type. The draft is kept.
  const [kept, setKept] = useState(found)
  if (found !== undefined && found !== kept) setKept(found)
  const formtype = found ?? kept
  usePageTitle(formtype?.identifier ?? '', 2)
  if (!formtype) return <p>{t('missing')}</p>

  const heading = props.isDisabled ? 'readHeading' : wasThere ? 'editHeading' : 'newNamedHeading'
  return (
    <section aria-labelledby="form-heading">
      <FormHeading>{t(heading, { name: formtype.identifier })}</FormHeading>
      <OneForm key={formtypeid} formtype={formtype} {...props} />
    </section>
  )
}

/**
 * A form whose type is selected here. If the study has exactly one type, it is selected. If one of several is left, it
 * is preselected.
 */
export function NewFormPage({
  chosenid,
  onChoose,
  ...props
}: FormPageProps & {
  /** The form type's id, '' before one is selected. */
  chosenid: string
  onChoose: (formtypeid: string) => void
}) {
  const t = useTranslations('forms')
  usePageTitle(t('newHeading'), 2)
  const { formtypes, forms, isDisabled } = props
  const filled = new Set(forms.map(({ formtypeid }) => formtypeid))
  const only = formtypes.length === 1 ? formtypes[0] : undefined
  const free = formtypes.filter(({ formtypeid }) => !filled.has(formtypeid))
  const [left] = free.length === 1 ? free : []
  const chosen = only ?? formtypes.find(({ formtypeid }) => formtypeid === chosenid) ?? left
  // A type that a colleague fills in while it is being typed here stays selected: the two are merged.
  const offered = (chosen && filled.has(chosen.formtypeid) ? [...free, chosen] : free).toSorted(compareFormTypes)
  const leftid = only || chosenid !== '' ? undefined : left?.formtypeid
  // biome-ignore lint/correctness/useExhaustiveDependencies: selected once, so that it stays if a colleague fills it in
  useEffect(() => {
    if (leftid !== undefined) onChoose(leftid)
  }, [leftid])

  return (
    <section
      aria-labelledby="form-heading"
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) props.onClose()
      }}
    >
      <FormHeading>{t('newHeading')}</FormHeading>
      <FieldStack>
        {!only && formtypes.length > 0 && (
          <NativeSelect
            label={t('formType')}
            value={chosen?.formtypeid ?? ''}
            disabled={isDisabled}
            autoFocus={!chosen}
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
      {formtypes.length === 0 && <ToFormTypes studyid={props.studyid} />}
      {chosen && <OneForm key={chosen.formtypeid} formtype={chosen} {...props} />}
    </section>
  )
}

function OneForm({
  studyid,
  subjectid,
  forms,
  formtype,
  today,
  isDisabled,
  onSaved,
  onClose,
}: FormPageProps & { formtype: OfferedFormType }) {
  const { formtypeid, fields } = formtype
  const [addForm] = useWrite(AddFormDocument)
  const [updateForm] = useWrite(UpdateFormDocument)
  const findAuthor = useFindAuthor({ studyid, subjectid }, 'form', formtypeid)
  const form = forms.find((each) => each.formtypeid === formtypeid)
  const stored = useMemo(
    () =>
      form
        ? { version: form.version, fields: savedFormValues(fields, form.fields) }
        : { version: null, fields: newFormValues(fields, today) },
    [form, fields, today],
  )
  return (
    <FormEditor
      subject={{ studyid, subjectid }}
      record={`form/${subjectid}/${formtypeid}`}
      fields={fields}
      stored={stored}
      retired={form ? retiredFields(formtype, form.fields) : []}
      save={async (given, version) => {
        const input = { subjectid, formtypeid, fields: given }
        return version === null
          ? (await addForm({ input })).addForm
          : (await updateForm({ input: { ...input, version } })).updateForm
      }}
      findAuthor={findAuthor}
      isDisabled={isDisabled}
      onSaved={onSaved}
      onClose={onClose}
    />
  )
}
