import { compareFormTypes } from '@casebook/domain/form-types/fields.ts'
import { isDateName } from '@casebook/domain/forms/forms.rules.ts'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'

/**
 * Where to enter the subject's date: the first form type with a Date field named `date`, ignoring case. Its form if it
 * exists, else a new one, as an argument for opening it. Undefined if the study has no such form type.
 */
export function dateFormOf(
  formtypes: SubjectOffers['listFormTypes'],
  forms: SubjectRecord['forms'],
): { id: string; identifier: string } | undefined {
  const type = formtypes
    .toSorted(compareFormTypes)
    .find(({ fields }) => fields.some(({ name, type }) => isDateName(name) && type === 'Date'))
  if (!type) return undefined
  const { formtypeid, identifier } = type
  const isFilled = forms.some((form) => form.formtypeid === formtypeid)
  return { id: isFilled ? formtypeid : `new/${formtypeid}`, identifier }
}
