import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { FieldDraft } from '../draft/field-draft.ts'
import { type PastedFields, readPastedFields } from '../draft/pasted-fields.ts'

/** The row of the table of fields that is open, and what became of a list that was pasted into it. */
export function useOpenRow(fields: readonly FieldDraft[], onAdd: (added: readonly FieldDraft[]) => void) {
  const t = useTranslations('formTypes')
  const [edited, setEdited] = useState<FieldDraft>()
  const [isNext, setIsNext] = useState(false)
  const [isTouched, setIsTouched] = useState(false)
  const [pasted, setPasted] = useState<PastedFields>()
  return {
    edited,
    /** It was opened because the field before it was confirmed. */
    isNext,
    isTouched,
    /** What is in it must be finished first: a row that stands ready for the next field keeps nobody from anything. */
    isOpen: edited !== undefined && (isTouched || !isNext),
    pasted,
    edit(field: FieldDraft | undefined, asNext = false) {
      setEdited(field)
      setIsNext(asNext)
      setIsTouched(false)
      setPasted(undefined)
    },
    touch: () => setIsTouched(true),
    paste(text: string) {
      const read = readPastedFields(text, fields, {
        typeText: (type) => t(`types.${type}`),
        requiredWord: t('required'),
      })
      onAdd(read.fields)
      setPasted(read)
    },
  }
}
