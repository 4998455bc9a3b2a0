import { keyOfOccurrence } from '@casebook/domain/shared/names/occurrences.ts'
import { placeOfNext, type VisitPlace } from '@casebook/domain/visits/places/places.ts'
import type { SubjectRecordQuery } from '../../generated/graphql.ts'

/** A form as the subject's screen reads it. */
export type FormRecord = NonNullable<SubjectRecordQuery['getSubject']>['forms'][number]
/** A form type that the study offers. */
export type OfferedFormType = Omit<SubjectRecordQuery['listFormTypes'][number], 'draft'>

/** Its key among the forms of its subject. */
export function formKey(form: { formtypeid: string; visitid: string | null; occurrence: number }): string {
  return keyOfOccurrence(form.formtypeid, form)
}

/** A visit of a subject as it is named, with the form types that belong to it. */
export type OfferedVisit = VisitPlace & {
  name: string
  formtypeids: readonly string[]
  optionaltypeids: readonly string[]
}

/** A form of a subject, or one that is not filled in yet. */
export type FormRow = { key: string; formtype: OfferedFormType; form: FormRecord | undefined }

/**
 * The key of a form of this type that is not filled in yet, in a visit or without one: the one that it may have, or the
 * next one.
 */
export function newFormKey(
  type: Pick<OfferedFormType, 'formtypeid' | 'repeats'>,
  visit?: VisitPlace | undefined,
): string {
  return keyOfOccurrence(type.formtypeid, placeOfNext(type, visit))
}

/** The forms of a subject in a visit, and its form types that are not filled in yet. */
export function formRowsOfVisit(
  forms: readonly FormRecord[],
  formtypes: readonly OfferedFormType[],
  visit: OfferedVisit,
): FormRow[] {
  const filled = new Set(forms.map(({ formtypeid }) => formtypeid))
  const unfilled = formtypes.filter(
    ({ formtypeid }) => visit.formtypeids.includes(formtypeid) && !filled.has(formtypeid),
  )
  return [
    ...forms.map((form) => ({ key: formKey(form), formtype: form.formtype, form })),
    ...unfilled.map((formtype) => ({ key: newFormKey(formtype, visit), formtype, form: undefined })),
  ]
}
