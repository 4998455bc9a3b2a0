import { dateValueOf } from '../form-types/values/form-dates.ts'
import { caseKey } from '../shared/names/names.ts'
import { type Problem, problem } from '../shared/problems.ts'
import { isBlank, whyNotName, whyNotText } from '../shared/text.rules.ts'

export const subjectVisitStates = ['PLANNED', 'BEGUN', 'DONE', 'MISSED'] as const
export type SubjectVisitState = (typeof subjectVisitStates)[number]

export const maxVisits = 200
/** The farthest day from day zero, and the longest window on either side: a hundred years. */
export const maxVisitDays = 36_525
export const maxReasonLength = 4000

type GivenVisit = {
  visitid?: string | null | undefined
  name: string
  day?: number | null | undefined
  daysBefore?: number | null | undefined
  daysAfter?: number | null | undefined
  formtypeids: readonly string[]
  activitytypeids: readonly string[]
  optionaltypeids?: readonly string[] | null | undefined
}

/** Why these visits can't be a schedule. Whether the study has them and their types is not decided here. */
export function whyNotVisits(visits: readonly GivenVisit[]): Problem | undefined {
  if (visits.length > maxVisits) return problem('visit.too-many', { field: 'visits', params: { most: maxVisits } })
  const names = new Set<string>()
  const ids = new Set<string>()
  for (const visit of visits) {
    const why = whyNotVisit(visit)
    if (why) return why
    const name = caseKey(visit.name)
    if (names.has(name)) return problem('visit.name.twice', { field: 'name', params: { name: visit.name } })
    names.add(name)
    if (!visit.visitid) continue
    if (ids.has(visit.visitid)) return problem('visit.twice', { field: 'visitid', params: { name: visit.name } })
    ids.add(visit.visitid)
  }
}

/** Why this can't be a visit, as far as it can be said without the others. */
export function whyNotVisit({
  name,
  day,
  daysBefore,
  daysAfter,
  optionaltypeids,
  ...types
}: GivenVisit): Problem | undefined {
  const why = whyNotName(name, 'name')
  if (why) return why
  const params = { name, most: maxVisitDays }
  if (!isWithin(day ?? 0, -maxVisitDays)) return problem('visit.day', { field: 'day', params })
  if (!isWithin(daysBefore ?? 0, 0)) return problem('visit.window', { field: 'daysBefore', params })
  if (!isWithin(daysAfter ?? 0, 0)) return problem('visit.window', { field: 'daysAfter', params })
  const isScheduled = day !== null && day !== undefined
  if (!isScheduled && daysBefore) return problem('visit.unscheduled', { field: 'daysBefore', params: { name } })
  if (!isScheduled && daysAfter) return problem('visit.unscheduled', { field: 'daysAfter', params: { name } })
  for (const field of ['formtypeids', 'activitytypeids'] as const) {
    if (new Set(types[field]).size < types[field].length)
      return problem('visit.type.twice', { field, params: { name } })
  }
  const own = new Set([...types.formtypeids, ...types.activitytypeids])
  if (optionaltypeids?.some((id) => !own.has(id)))
    return problem('visit.optional', { field: 'optionaltypeids', params: { name } })
}

function isWithin(days: number, least: number): boolean {
  return Number.isInteger(days) && days >= least && days <= maxVisitDays
}

type GivenSubjectVisit = {
  state: SubjectVisitState
  date?: string | null | undefined
  reason?: string | null | undefined
}

/** Why a visit of a subject can't be said to be this. */
export function whyNotSubjectVisit({ state, date, reason }: GivenSubjectVisit): Problem | undefined {
  if (date && dateValueOf(date) === undefined) return problem('visit.date', { field: 'date' })
  if (state === 'MISSED' && isBlank(reason ?? '')) return problem('visit.missed.reason', { field: 'reason' })
  return whyNotText(reason ?? '', 'reason', maxReasonLength)
}

/**
 * Why a subject can't have this occurrence of a visit: `next` is the one after the highest ever used. Those that exist
 * can be changed.
 */
export function whyNotOccurrence(
  { repeats }: { repeats: boolean },
  occurrence: number,
  next: number,
): Problem | undefined {
  if (!Number.isInteger(occurrence) || occurrence < 1) return problem('visit.occurrence', { field: 'occurrence' })
  if (!repeats && occurrence > 1) return problem('visit.once', { field: 'occurrence' })
  if (occurrence > next) return problem('visit.occurrence.next', { field: 'occurrence', params: { next } })
}
