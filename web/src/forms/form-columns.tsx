import { subjectDate } from '@casebook/domain/forms/forms.rules.ts'
import { whichOne } from '@casebook/domain/shared/names/occurrences.ts'
import { isOptional } from '@casebook/domain/visits/asked.ts'
import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { useFormatter, useTranslations } from 'use-intl'
import { useWrite } from '../calls/graphql.ts'
import { TextButton } from '../components/buttons/TextButton.tsx'
import type { Column } from '../components/list/DataTable.tsx'
import { ConfirmRemoval } from '../components/removal/ConfirmRemoval.tsx'
import { undoReason } from '../components/removal/undo-reason.ts'
import { PutBackFormDocument, RemoveFormDocument } from '../generated/graphql.ts'
import classes from './FormIndex.module.css'
import { useFormCode } from './use-form-code.ts'
import { type FormRecord, type FormRow, formKey, newFormKey, type OfferedVisit } from './values/form-record.ts'
import { useFormName } from './values/use-form-name.ts'

/** The columns of a subject's forms. The name opens the form, even if it is read-only. */
export function useFormColumns({
  visit,
  isDisabled,
  onOpen,
}: {
  /** The visit that all of these belong to. */
  visit: OfferedVisit | undefined
  isDisabled: boolean
  onOpen: (key: string) => void
}): Column<FormRow>[] {
  const t = useTranslations('forms')
  const format = useFormatter()
  const nameOf = useFormName()

  return [
    {
      key: 'identifier',
      header: t('formType'),
      isSorted: true,
      cell: ({ key, form, formtype }) =>
        form ? <TextButton onClick={() => onOpen(key)}>{nameOf(form)}</TextButton> : formtype.identifier,
    },
    {
      key: 'date',
      header: t('date'),
      isShort: true,
      cell: ({ form }) => {
        const date = form && subjectDate([form])
        if (date === undefined) return '–'
        const text = format.dateTime(date * 1000, { dateStyle: 'long', timeZone: 'UTC' })
        return <span className={classes.date}>{text}</span>
      },
    },
    {
      key: 'given',
      header: t('given'),
      isShort: true,
      cell: ({ form, formtype }) => {
        if (form) return <Given form={form} />
        return t(visit && isOptional(visit, formtype.formtypeid) ? 'optionalNotGiven' : 'notGiven')
      },
    },
    {
      key: 'actions',
      header: t('actions'),
      isHeaderHidden: true,
      cell: ({ key, form, formtype }) =>
        form ? (
          <FormActions form={form} visit={visit} isDisabled={isDisabled} onOpen={onOpen} />
        ) : (
          <Button
            size="xs"
            variant="default"
            disabled={isDisabled}
            aria-label={t('fillInNamed', { name: formtype.identifier })}
            onClick={() => onOpen(key)}
          >
            {t('fillIn')}
          </Button>
        ),
    },
  ]
}

/** How many of the fields that are asked have values. Which are asked is known once the code that judges forms is loaded. */
function Given({ form: { fields, formtype } }: { form: FormRecord }) {
  const t = useTranslations('forms')
  const asked = useFormCode()?.askedFields(formtype, fields)
  if (!asked) return null
  const names = new Set(asked.map(({ name }) => name))
  return t('givenOf', { given: fields.filter(({ key }) => names.has(key)).length, all: names.size })
}

function FormActions({
  form,
  visit,
  isDisabled,
  onOpen,
}: {
  form: FormRecord
  visit: OfferedVisit | undefined
  isDisabled: boolean
  onOpen: (key: string) => void
}) {
  const t = useTranslations('forms')
  const { subjectid, formtypeid, formtype } = form
  const name = useFormName()(form)
  const key = formKey(form)
  const [removeForm] = useWrite(RemoveFormDocument, `subject/${subjectid}`)
  const [putBackForm] = useWrite(PutBackFormDocument, `subject/${subjectid}`)
  const ids = { subjectid, formtypeid, ...whichOne(form, formtype.repeats) }
  return (
    <>
      {formtype.repeats && !visit?.repeats && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          disabled={isDisabled}
          aria-label={t('addAnotherNamed', { name: formtype.identifier })}
          title={t('addAnotherNamed', { name: formtype.identifier })}
          onClick={() => onOpen(visit ? newFormKey(formtype, visit) : `new/${formtypeid}`)}
        >
          <IconPlus size={18} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        disabled={isDisabled}
        aria-label={t('editNamed', { name })}
        title={t('editNamed', { name })}
        onClick={() => onOpen(key)}
      >
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      <ConfirmRemoval
        name={name}
        isDisabled={isDisabled}
        label={t('deleteNamed', { name })}
        question={t('deleteQuestion', { name })}
        note={t('staysInHistory')}
        verb="delete"
        remove={() => removeForm({ ...ids, version: form.version })}
        record={`form/${subjectid}/${key}`}
        undo={() => putBackForm({ ...ids, reason: undoReason })}
      />
    </>
  )
}
