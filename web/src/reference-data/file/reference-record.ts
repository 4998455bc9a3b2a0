import type { SubjectRecordQuery } from '../../generated/graphql.ts'

/** A reference-data file as the subject's screen reads it. */
export type ReferenceDataRecord = NonNullable<
  SubjectRecordQuery['getSubject']
>['activities'][number]['referenceData'][number]
