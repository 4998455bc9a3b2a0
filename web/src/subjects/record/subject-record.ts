import type { SubjectRecordQuery } from '../../generated/graphql.ts'

/** A subject with everything recorded about it. */
export type SubjectRecord = NonNullable<SubjectRecordQuery['getSubject']>
/** What the study and the site offer to it. */
export type SubjectOffers = Omit<SubjectRecordQuery, 'getSubject'>
