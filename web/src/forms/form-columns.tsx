import { subjectDate } from '@casebook/domain/forms/forms.rules.ts'
import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useWrite } from '../calls/graphql.ts'
import { TextButton } from '../components/buttons/TextButton.tsx'
import type { Column } from '../components/list/DataTable.tsx'
import { ConfirmRemoval } from '../components/removal/ConfirmRemoval.tsx'
import { undoReason } from '../components/removal/undo-reason.ts'
import { PutBackFormDocument, RemoveFormDocument } from '../generated/graphql.ts'
import type { FormRecord } from './values/form-record.ts'
import { askedFields } from './values/form-values.ts'
import { useValueText } from './values/value-text.ts'

/** The columns of a subject's forms. The name opens the form, even if it is read-only. */
export function useFormColumns({
  subjectid: ofSubject,
  isDisabled,
  onOpen,
}: {
  subjectid: string
  isDisabled: boolean
  onOpen: (formtypeid: string) => void
}): Column<FormRecord>[] {
  const t = useTranslations('forms')
  const textOf = useValueText()
  const [removeForm] = useWrite(RemoveFormDocument, `subject/${ofSubject}`)
  const [putBackForm] = useWrite(PutBackFormDocument, `subject/${ofSubject}`)

  return [
    {
      key: 'identifier',
      header: t('formType'),
      isSorted: true,
      cell: ({ formtypeid, formtype }) => (
        <TextButton onClick={() => onOpen(formtypeid)}>{formtype.identifier}</TextButton>
      ),
    },
    {
      key: 'date',
      header: t('date'),
      cell: (form) => {
        const date = subjectDate([form])
        return date === undefined ? '–' : textOf({ type: 'Date' }, String(date))
      },
    },
    {
      key: 'given',
      header: t('given'),
      cell: ({ fields, formtype }) => {
        const names = new Set(askedFields(formtype, fields).map(({ name }) => name))
        return t('givenOf', { given: fields.filter(({ key }) => names.has(key)).length, all: names.size })
      },
    },
    {
      key: 'actions',
      header: t('actions'),
      isHeaderHidden: true,
      cell: ({ subjectid, formtypeid, formtype: { identifier } }) => (
        <>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            disabled={isDisabled}
            aria-label={t('editNamed', { name: identifier })}
            title={t('editNamed', { name: identifier })}
            onClick={() => onOpen(formtypeid)}
          >
            <IconPencil size={18} aria-hidden />
          </ActionIcon>
          <ConfirmRemoval
            name={identifier}
            isDisabled={isDisabled}
            label={t('deleteNamed', { name: identifier })}
            question={t('deleteQuestion', { name: identifier })}
            note={t('staysInHistory')}
            verb="delete"
            remove={() => removeForm({ subjectid, formtypeid })}
            record={`form/${subjectid}/${formtypeid}`}
            undo={() => putBackForm({ subjectid, formtypeid, reason: undoReason })}
          />
        </>
      ),
    },
  ]
}
