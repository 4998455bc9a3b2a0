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
import { LostDraft } from './notices/LostDraft.tsx'
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
  const formtype = useKeptType(
    formtypeid,
    form?.formtype ?? props.formtypes.find((each) => each.formtypeid === formtypeid),
  )
  usePageTitle(formtype?.identifier ?? '', 2)
  if (!formtype) {
    return (
      <>
        <p>{t('missing')}</p>
        <LostDraft record={recordOf(props.subjectid, formtypeid)} />
      </>
    )
  }

  const heading = props.isDisabled ? 'readHeading' : form || wasThere ? 'editHeading' : 'newNamedHeading'
  return (
    <section aria-labelledby="form-heading">
      <FormHeading>{t(heading, { name: formtype.identifier })}</FormHeading>
      <OneForm key={formtypeid} formtype={formtype} {...props} />
    </section>
  )
}

/** The type of the open form. If a colleague removes it, its last state is kept for the draft. */
function useKeptType(formtypeid: string | undefined, found: OfferedFormType | undefined): OfferedFormType | undefined {
  const [kept, setKept] = useState(found)
  if (found !== undefined && found !== kept) setKept(found)
  return found ?? (kept?.formtypeid === formtypeid ? kept : undefined)
}

function recordOf(subjectid: string, formtypeid: string): string {
  return `form/${subjectid}/${formtypeid}`
}

/**
 * A form whose type is selected here. If the study has exactly one type, it is selected. If one of several is left, it
 * is preselected. What is selected stays, whatever becomes of the types.
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
  const [firstid, setFirstid] = useState<string>()
  const wantedid = chosenid || firstid || (only ?? left)?.formtypeid
  if (firstid === undefined && wantedid !== undefined) setFirstid(wantedid)
  const chosen = useKeptType(
    wantedid,
    formtypes.find(({ formtypeid }) => formtypeid === wantedid),
  )
  // A type that a colleague fills in or removes while it is being typed here stays selected.
  const isOffered = chosen === undefined || free.includes(chosen)
  const offered = (isOffered ? free : [...free, chosen]).toSorted(compareFormTypes)
  const leftid = only || chosenid !== '' || chosen !== left ? undefined : left?.formtypeid
  const isAlone = chosen !== undefined && (only === chosen || formtypes.length === 0)
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
      <FormHeading>
        {chosen && filled.has(chosen.formtypeid)
          ? t(isDisabled ? 'readHeading' : 'editHeading', { name: chosen.identifier })
          : t('newHeading')}
      </FormHeading>
      <FieldStack>
        {formtypes.length > 0 && !isAlone && (
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
        {isAlone && chosen && <p>{chosen.identifier}</p>}
        {!chosen && wantedid !== undefined && <LostDraft record={recordOf(props.subjectid, wantedid)} />}
        {formtypes.length > 0 && offered.length === 0 && <p>{t('allFilled')}</p>}
        {formtypes.length === 0 && !chosen && <p>{t('noFormTypes')}</p>}
      </FieldStack>
      {formtypes.length === 0 && !chosen && <ToFormTypes studyid={props.studyid} />}
      {chosen && <OneForm key={chosen.formtypeid} formtype={chosen} {...props} />}
    </section>
  )
}

function OneForm({
  studyid,
  subjectid,
  forms,
  formtypes,
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
      record={recordOf(subjectid, formtypeid)}
      fields={fields}
      stored={stored}
      isTypeRemoved={form === undefined && !formtypes.some((each) => each.formtypeid === formtypeid)}
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
