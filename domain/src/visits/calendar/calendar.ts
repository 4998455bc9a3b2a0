import { dateValueOf } from '../../form-types/values/form-dates.ts'
import { type Problem, problem } from '../../shared/problems.ts'
import { daysBetween, type SubjectVisitFacts } from '../due.ts'

/** The most days that a calendar shows at once. */
export const maxCalendarDays = 100

/** Days of the calendar as yyyy-MM-dd, both included. */
export type CalendarDays = { from: string; to: string }

export function whyNotCalendar({ from, to }: CalendarDays): Problem | undefined {
  if (dateValueOf(from) === undefined) return problem('visit.date', { field: 'from' })
  if (dateValueOf(to) === undefined) return problem('visit.date', { field: 'to' })
  const days = daysBetween(from, to) + 1
  if (days < 1 || days > maxCalendarDays)
    return problem('calendar.days', { field: 'to', params: { most: maxCalendarDays } })
}

type Dated = Pick<SubjectVisitFacts, 'state' | 'date' | 'plannedDate'>

/** The day under which a calendar lists a visit. Undefined if it has none, or if nobody expects it: a closed subject's that never began. */
export function calendarDay(
  { state, date, plannedDate }: Dated,
  status: 'OPEN' | 'CLOSED' | 'DELETED',
): string | undefined {
  if (status === 'DELETED' || (status === 'CLOSED' && state === 'PLANNED')) return undefined
  return date ?? plannedDate ?? undefined
}
