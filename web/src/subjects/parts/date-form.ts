import { compareFormTypes } from '@casebook/domain/form-types/fields.ts'
import { isDateName } from '@casebook/domain/forms/forms.rules.ts'
import { formKey, newFormKey, type OfferedVisit } from '../../forms/values/form-record.ts'
import type { SubjectOffers, SubjectRecord } from '../record/subject-record.ts'

/**
 * Where to enter the subject's date: the first form type with a Date field named `date`, ignoring case. Its form if it
 * exists, else a new one in the first visit that asks for it, as an argument for opening it. Undefined if the study has no such form type.
 */
export function dateFormOf(
  formtypes: SubjectOffers['listFormTypes'],
  forms: SubjectRecord['forms'],
  visits: readonly OfferedVisit[] = [],
): { id: string; identifier: string } | undefined {
  const type = formtypes
    .toSorted(compareFormTypes)
    .find(({ fields }) => fields.some(({ name, type }) => isDateName(name) && type === 'Date'))
  if (!type) return undefined
  const { formtypeid, identifier } = type
  const filled = forms.find((form) => form.formtypeid === formtypeid)
  if (filled) return { id: formKey(filled), identifier }
  const visit = visits.find((each) => each.formtypeids.includes(formtypeid))
  return { id: visit ? newFormKey(type, visit) : `new/${formtypeid}`, identifier }
}
