import type { SubjectRecordQuery } from '../../generated/graphql.ts'

/** A form as the subject's screen reads it. */
export type FormRecord = NonNullable<SubjectRecordQuery['getSubject']>['forms'][number]
/** A form type that the study offers. */
export type OfferedFormType = Omit<SubjectRecordQuery['listFormTypes'][number], 'draft'>
