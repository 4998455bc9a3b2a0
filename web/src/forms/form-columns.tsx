import { dayOfDateValue } from '@casebook/domain/forms/form-dates.ts'
import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useWrite } from '../app/graphql.ts'
import { ConfirmRemoval } from '../components/ConfirmRemoval.tsx'
import type { Column } from '../components/DataTable.tsx'
import { TextButton } from '../components/TextButton.tsx'
import { RemoveFormDocument } from '../generated/graphql.ts'
import type { FormRecord } from './form-record.ts'
import { useValueText } from './value-text.ts'

/** The columns of a subject's forms: the name opens the form, also where it may only be read. */
export function useFormColumns({
  isDisabled,
  onOpen,
}: {
  isDisabled: boolean
  onOpen: (formtypeid: string) => void
}): Column<FormRecord>[] {
  const t = useTranslations('forms')
  const textOf = useValueText()
  const [removeForm] = useWrite(RemoveFormDocument)

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
      cell: ({ fields }) => {
        const date = fields.find(({ key, value }) => key.toLowerCase() === 'date' && dayOfDateValue(value))
        return date ? textOf('Date', date.value) : '–'
      },
    },
    {
      key: 'given',
      header: t('given'),
      cell: ({ fields, formtype }) => {
        const names = new Set(formtype.fields.map(({ name }) => name))
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
            remove={() => removeForm({ subjectid, formtypeid })}
          />
        </>
      ),
    },
  ]
}
