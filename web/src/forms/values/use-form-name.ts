import { dayOfDateValue } from '@casebook/domain/form-types/values/form-dates.ts'
import { subjectDate } from '@casebook/domain/forms/forms.rules.ts'
import { useCallback } from 'react'
import { useOccurrenceText } from '../../locale/occurrence-text.ts'

type Named = Parameters<typeof subjectDate>[0][number] & {
  visitid: string | null
  label: string | null
  occurrence: number
  formtype: { repeats: boolean }
}

/** The name of a form on screens: which one it is, if its type repeats. */
export function useFormName(): (form: Named) => string {
  const textOf = useOccurrenceText()
  return useCallback(
    (form) => {
      const { visitid, occurrence, label, formtype } = form
      const date = subjectDate([form])
      const day = date === undefined ? undefined : dayOfDateValue(String(date))
      return textOf({ name: formtype.identifier, repeats: formtype.repeats, visitid, occurrence, label, day })
    },
    [textOf],
  )
}
