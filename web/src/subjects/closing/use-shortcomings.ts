import { todayIn } from '@casebook/domain/activities/today.ts'
import { keyOfOccurrence } from '@casebook/domain/shared/names/occurrences.ts'
import { useMemo } from 'react'
import { studyZone } from '../../browser/time-zones.ts'
import { useFormCode } from '../../forms/use-form-code.ts'
import { formKey } from '../../forms/values/form-record.ts'
import { useFormName } from '../../forms/values/use-form-name.ts'
import type { SubjectRecord } from '../record/subject-record.ts'

export type NamedShortcoming = NonNullable<ReturnType<typeof useShortcomings>>[number]

/**
 * Where forms do not satisfy their types' present version, with the key and the name of the form. Closing then requires a
 * reason. Undefined until the code that judges forms is loaded.
 */
export function useShortcomings({ forms }: SubjectRecord) {
  const code = useFormCode()
  const nameOf = useFormName()
  const today = todayIn(studyZone())
  // Every expression of every form is evaluated for them, which most drawings of the dialog need not repeat.
  return useMemo(() => {
    const names = new Map(forms.map((form) => [formKey(form), nameOf(form)]))
    return code?.shortcomingsOf(forms, today).map((shortcoming) => {
      const form = keyOfOccurrence(shortcoming.formtypeid, shortcoming)
      return { ...shortcoming, form, name: names.get(form) ?? shortcoming.identifier }
    })
  }, [code, forms, today, nameOf])
}
