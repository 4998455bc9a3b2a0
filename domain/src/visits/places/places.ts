import { compareOccurrences, type Occurrence } from '../../shared/names/occurrences.ts'

/** A visit of a subject, as a place for what is recorded in it. */
export type VisitPlace = { visitid: string; occurrence: number; repeats: boolean }

/** The visits of a subject, in the order of the schedule, with what it says of each. */
export function scheduledVisits<Scheduled extends { visitid: string }, Visit extends { visitid: string }>(
  schedule: readonly Scheduled[],
  visits: readonly Visit[],
): (Scheduled & Visit)[] {
  return schedule.flatMap((scheduled) =>
    visits.filter(({ visitid }) => visitid === scheduled.visitid).map((visit) => ({ ...scheduled, ...visit })),
  )
}

/** The order of forms or activities of one type: those without a visit first, then as the schedule has their visits. */
export function bySchedule(schedule: readonly { visitid: string }[]): (a: Occurrence, b: Occurrence) => number {
  const places = new Map(schedule.map(({ visitid }, place) => [visitid, place]))
  const placeOf = ({ visitid }: Occurrence) => (visitid ? (places.get(visitid) ?? places.size) : -1)
  return (a, b) => placeOf(a) - placeOf(b) || compareOccurrences(a, b)
}

/** Its name among the visits of its subject: `VISIT~2`. */
export function visitKey({ visitid, occurrence }: { visitid: string; occurrence: number }): string {
  return `${visitid}~${occurrence}`
}

/** What an addition says of its place: no number that only the server knows. */
export function givenPlace({
  visitid,
  occurrence,
}: {
  visitid?: string | null | undefined
  occurrence: number | 'next'
}): { visitid?: string; occurrence?: number } {
  if (!visitid) return {}
  return occurrence === 'next' ? { visitid } : { visitid, occurrence }
}

/**
 * Whether a form or an activity belongs to a visit; without one: whether it belongs to none. In a visit that repeats, its
 * number is the visit's.
 */
export function isOfVisit({ visitid, occurrence = 1 }: Occurrence, visit: VisitPlace | undefined): boolean {
  if (!visit) return !visitid
  return visitid === visit.visitid && (!visit.repeats || occurrence === visit.occurrence)
}

/** Where the next form or activity of a type goes, as far as it is known before it is recorded. */
export function placeOfNext(
  type: { repeats: boolean },
  visit: VisitPlace | undefined,
): { visitid?: string; occurrence: number | 'next' } {
  const next = type.repeats ? 'next' : 1
  if (!visit) return { occurrence: next }
  return { visitid: visit.visitid, occurrence: visit.repeats ? visit.occurrence : next }
}
