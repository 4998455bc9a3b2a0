import type { SubjectRecordQuery } from '../../generated/graphql.ts'

/** A subject with everything recorded about it. */
export type SubjectRecord = NonNullable<SubjectRecordQuery['getSubject']>
/** What the study and the site offer to it. */
export type SubjectOffers = Omit<SubjectRecordQuery, 'getSubject'>

export type NamedVisit = SubjectRecordQuery['listSubjectVisits'][number] & { name: string; repeats: boolean }

/** The visits of the subject in the order of the schedule, with their names. */
export function namedVisits({ listVisits, listSubjectVisits }: SubjectOffers): NamedVisit[] {
  return listVisits.flatMap(({ visitid, name, repeats }) =>
    listSubjectVisits.filter((visit) => visit.visitid === visitid).map((visit) => ({ ...visit, name, repeats })),
  )
}
