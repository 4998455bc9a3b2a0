import { compareFormTypes } from '@casebook/domain/form-types/fields.ts'
import type { SubjectOffers, SubjectRecord } from './subject-record.ts'

/**
 * Where the subject's date is to be filled in: the first form type with a Date field named `date`, in any case; its form
 * where there is one, else a new one, as the forms panel is told to open it. Undefined where the study has no such form type.
 */
export function dateFormOf(
  formtypes: SubjectOffers['listFormTypes'],
  forms: SubjectRecord['forms'],
): string | undefined {
  const type = formtypes
    .toSorted(compareFormTypes)
    .find(({ fields }) => fields.some(({ name, type }) => name.toLowerCase() === 'date' && type === 'Date'))
  if (!type) return undefined
  const { formtypeid } = type
  return forms.some((form) => form.formtypeid === formtypeid) ? formtypeid : `new/${formtypeid}`
}
