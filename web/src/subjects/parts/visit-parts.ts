import type { Occurrence } from '@casebook/domain/shared/names/occurrences.ts'
import { isOfVisit, visitKey } from '@casebook/domain/visits/places/places.ts'
import { reviewOfVisits } from '../closing/closing-review.ts'
import { type NamedVisit, namedVisits, type SubjectOffers, type SubjectRecord } from '../record/subject-record.ts'

/** What a subject has of one of its visits, or without any, and what the visit asks for besides. */
export type VisitPart = {
  /** The visit's (visitKey). */
  key: string
  /** Undefined for what belongs to none. */
  visit: NamedVisit | undefined
  /** With the visit's forms and activities only. */
  subject: SubjectRecord
  /** With the visit's types and running activities only. */
  offers: SubjectOffers
  /** The names of forms and activities. */
  lacks: string[]
}

/** The key of what belongs to no visit. */
export const noVisit = 'none'

/**
 * The visits of a subject in the order of the schedule, then what belongs to none, if there is something or could be.
 */
export function partsOfSubject(subject: SubjectRecord, offers: SubjectOffers): VisitPart[] {
  const visits = namedVisits(offers)
  const { lacking } = reviewOfVisits(subject, offers)
  const placed = new Set(visits.flatMap((visit) => [...visit.formtypeids, ...visit.activitytypeids]))
  const parts = visits.map((visit) => {
    const lack = lacking.find((one) => visitKey(one.visit) === visitKey(visit))
    return {
      ...partOf(subject, offers, visit),
      lacks: lack ? [...lack.unfilled, ...lack.unrecorded] : [],
    }
  })
  const rest = partOf(subject, offers, undefined, placed)
  const { listFormTypes, listActivityTypes, listRunningActivities } = rest.offers
  const { forms, activities } = rest.subject
  const all = [listFormTypes, listActivityTypes, listRunningActivities, forms, activities]
  return all.some(({ length }) => length > 0) ? [...parts, { ...rest, lacks: [] }] : parts
}

function partOf(
  subject: SubjectRecord,
  offers: SubjectOffers,
  visit: NamedVisit | undefined,
  placed: ReadonlySet<string> = new Set(),
): Omit<VisitPart, 'lacks'> {
  const isOwn = (one: Occurrence) => isOfVisit(one, visit)
  return {
    key: visit ? visitKey(visit) : noVisit,
    visit,
    subject: { ...subject, forms: subject.forms.filter(isOwn), activities: subject.activities.filter(isOwn) },
    offers: {
      ...offers,
      listFormTypes: offers.listFormTypes.filter(({ formtypeid }) =>
        visit ? visit.formtypeids.includes(formtypeid) : !placed.has(formtypeid),
      ),
      listActivityTypes: offers.listActivityTypes.filter(({ activitytypeid }) =>
        visit ? visit.activitytypeids.includes(activitytypeid) : !placed.has(activitytypeid),
      ),
      listRunningActivities: offers.listRunningActivities.filter(isOwn),
    },
  }
}
