import { dateValueOf } from '@casebook/domain/form-types/values/form-dates.ts'
import { subjectDate } from '@casebook/domain/forms/forms.rules.ts'
import type { Occurrence } from '@casebook/domain/shared/names/occurrences.ts'
import { isOfVisit } from '@casebook/domain/visits/places/places.ts'
import type { OfferedVisit } from './activity-record.ts'
import { dayOfTyped } from './typed-activity.ts'

type Form = Parameters<typeof subjectDate>[0][number] & Occurrence

/**
 * The day of a visit, noon UTC in epoch seconds: what its forms say, the day that was said or recorded, day zero itself,
 * or today in the study's zone.
 */
export function dateInVisit(visit: OfferedVisit, forms: readonly Form[], zone: string): number {
  const own = subjectDate(forms.filter((form) => isOfVisit(form, visit)))
  const day = visit.date ?? (visit.day === 0 ? visit.plannedDate : null) ?? dayOfTyped(undefined, zone)
  return own ?? Number(dateValueOf(day))
}
