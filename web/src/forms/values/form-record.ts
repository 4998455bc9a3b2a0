import { keyOfOccurrence } from '@casebook/domain/shared/names/occurrences.ts'
import type { SubjectRecordQuery } from '../../generated/graphql.ts'

/** A form as the subject's screen reads it. */
export type FormRecord = NonNullable<SubjectRecordQuery['getSubject']>['forms'][number]
/** A form type that the study offers. */
export type OfferedFormType = Omit<SubjectRecordQuery['listFormTypes'][number], 'draft'>

/** Its key among the forms of its subject. */
export function formKey(form: { formtypeid: string; visitid: string | null; occurrence: number }): string {
  return keyOfOccurrence(form.formtypeid, form)
}

/** The key of a form of this type that is not filled in yet: the one that it may have, or the next one. */
export function newFormKey({ formtypeid, repeats }: Pick<OfferedFormType, 'formtypeid' | 'repeats'>): string {
  return keyOfOccurrence(formtypeid, repeats ? { occurrence: 'next' } : {})
}
