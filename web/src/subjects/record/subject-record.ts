import { scheduledVisits } from '@casebook/domain/visits/places/places.ts'
import type { SubjectRecordQuery } from '../../generated/graphql.ts'

/** A subject with everything recorded about it. */
export type SubjectRecord = NonNullable<SubjectRecordQuery['getSubject']>
/** What the study and the site offer to it. */
export type SubjectOffers = Omit<SubjectRecordQuery, 'getSubject'>

/** A visit of a subject with what the schedule says of it. */
export type NamedVisit = SubjectRecordQuery['listSubjectVisits'][number] & SubjectRecordQuery['listVisits'][number]

/** The visits of the subject in the order of the schedule, with what it says of each. */
export function namedVisits({ listVisits, listSubjectVisits }: SubjectOffers): NamedVisit[] {
  return scheduledVisits(listVisits, listSubjectVisits)
}
