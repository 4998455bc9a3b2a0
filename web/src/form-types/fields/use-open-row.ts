import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FieldDraft } from '../draft/field-draft.ts'
import { type PastedFields, readPastedFields } from '../draft/pasted-fields.ts'
import { type OpenRow, openRowKey, openRowOf, openRowText } from './open-row.ts'

/** The row of the table of fields that is open, and what became of a list that was pasted into it. */
export function useOpenRow(
  /** The editor's record, which keeps what is typed into the row. `now`: its fields at the moment. */
  record: { fields: Fields; now: () => Fields; type: (fields: Fields) => void },
  fields: readonly FieldDraft[],
  onAdd: (added: readonly FieldDraft[]) => void,
) {
  const t = useTranslations('formTypes')
  const [opened, setOpened] = useState<OpenRow>()
  const [pasted, setPasted] = useState<PastedFields>()
  const text = record.fields[openRowKey]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest of the record is not read
  const kept = useMemo(() => openRowOf(record.fields), [text])
  const row = kept ?? opened
  return {
    row,
    /** What is in it must be finished first: a row that stands ready for the next field keeps nobody from anything. */
    isOpen: row !== undefined && (kept !== undefined || !row.isNext),
    pasted,
    edit(field: FieldDraft | undefined, isNext = false) {
      setOpened(field && { field, typed: field, wantsOther: false, isNext })
      if (kept) record.type({ [openRowKey]: '' })
      setPasted(undefined)
    },
    type(part: (row: OpenRow) => Partial<OpenRow>) {
      const before = openRowOf(record.now()) ?? opened
      if (before) record.type({ [openRowKey]: openRowText({ ...before, ...part(before) }) })
    },
    paste(list: string) {
      const read = readPastedFields(list, fields, {
        typeText: (type) => t(`types.${type}`),
        requiredWord: t('required'),
      })
      onAdd(read.fields)
      setPasted(read)
    },
  }
}
