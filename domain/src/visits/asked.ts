import { isOfVisit, type VisitPlace, visitKey } from './places/places.ts'
import type { SubjectVisitState } from './visits.rules.ts'

/** A visit of a subject with what its schedule says of it. */
export type AskingVisit = {
  visitid: string
  occurrence: number
  state: SubjectVisitState
  day?: number | null | undefined
  repeats: boolean
  formtypeids: readonly string[]
  activitytypeids: readonly string[]
  /** Those of them that nobody is asked for. */
  optionaltypeids?: readonly string[] | undefined
}

/** A form or an activity of a subject, by the id of its type. */
export type InVisit = { typeid: string; visitid?: string | null | undefined; occurrence: number }

/** What a subject has, and which types the study still offers: nobody is asked for others. */
export type Has = {
  forms: readonly InVisit[]
  activities: readonly InVisit[]
  offered: ReadonlySet<string>
}

export type VisitLack<Visit> = { visit: Visit; formtypeids: string[]; activitytypeids: string[] }

/** Whether a visit is to take place: one that was missed is not, and an unscheduled one only once it began. */
export function isAsked({ state, day }: Pick<AskingVisit, 'state' | 'day'>): boolean {
  return state !== 'MISSED' && (state !== 'PLANNED' || (day !== null && day !== undefined))
}

/** Whether a person said that nothing more comes of a visit. */
export function isOver({ state }: Pick<AskingVisit, 'state'>): boolean {
  return state === 'DONE' || state === 'MISSED'
}

/** How many visits are over, and how many there are with those that are to take place. */
export function visitProgress(visits: readonly Pick<AskingVisit, 'state' | 'day'>[]): {
  done: number
  expected: number
} {
  return {
    done: visits.filter(isOver).length,
    expected: visits.filter((visit) => isOver(visit) || isAsked(visit)).length,
  }
}

/** Whether a type that belongs to a visit is recorded only if wanted. */
export function isOptional({ optionaltypeids = [] }: Pick<AskingVisit, 'optionaltypeids'>, typeid: string): boolean {
  return optionaltypeids.includes(typeid)
}

/**
 * What the visits of a subject ask for and the subject lacks, in the order of the visits. What was recorded without a
 * visit counts for the first one that asks for its type and has none.
 */
export function lacksOfVisits<Visit extends AskingVisit>(visits: readonly Visit[], has: Has): VisitLack<Visit>[] {
  const { offered } = has
  const [forms, activities] = [new Left(has.forms), new Left(has.activities)]
  return visits.filter(isAsked).map((visit) => {
    const isWanted = (typeid: string) => offered.has(typeid) && !isOptional(visit, typeid)
    return {
      visit,
      formtypeids: visit.formtypeids.filter((typeid) => isWanted(typeid) && !forms.take(visit, typeid)),
      activitytypeids: visit.activitytypeids.filter((typeid) => isWanted(typeid) && !activities.take(visit, typeid)),
    }
  })
}

/**
 * What a subject has of a type that belongs to visits, by the places that it takes: a visit is one place, however often
 * the type was recorded in it, and so is each record without a visit. `expected` counts these places and those of the
 * visits that ask for the type and lack it, which are taken by what has no visit. Undefined for a type of no visit.
 */
export function placesOfType<One extends InVisit>(
  visits: readonly AskingVisit[],
  typeid: string,
  recorded: readonly One[],
): { taken: One[][]; expected: number } | undefined {
  const belonging = visits.filter((visit) => [...visit.formtypeids, ...visit.activitytypeids].includes(typeid))
  if (belonging.length === 0) return undefined
  const own = recorded.filter((one) => one.typeid === typeid)
  const inVisits = visits
    .map((visit) => ({ visit, ones: own.filter((one) => isOfVisit(one, visit)) }))
    .filter(({ ones }) => ones.length > 0)
  const held = new Set(inVisits.map(({ visit }) => visitKey(visit)))
  const lacking = belonging.filter(
    (visit) => isAsked(visit) && !isOptional(visit, typeid) && !held.has(visitKey(visit)),
  )
  const withoutVisit = own.filter(({ visitid }) => !visitid).map((one) => [one])
  return {
    taken: [...inVisits.map(({ ones }) => ones), ...withoutVisit],
    expected: inVisits.length + Math.max(lacking.length, withoutVisit.length),
  }
}

/** How many places the types of a study have, and how many of them are taken. A type that belongs to no visit has one. */
export function countPlaces(
  visits: readonly AskingVisit[],
  typeids: readonly string[],
  recorded: readonly InVisit[],
): { done: number; expected: number } {
  const all = typeids.map((typeid) => {
    const places = placesOfType(visits, typeid, recorded)
    return places
      ? { done: places.taken.length, expected: places.expected }
      : { done: Number(recorded.some((one) => one.typeid === typeid)), expected: 1 }
  })
  const sum = (of: 'done' | 'expected') => all.reduce((total, each) => total + each[of], 0)
  return { done: sum('done'), expected: sum('expected') }
}

class Left {
  readonly #recorded: readonly InVisit[]
  readonly #withoutVisit: Map<string, number>

  constructor(recorded: readonly InVisit[]) {
    this.#recorded = recorded
    this.#withoutVisit = new Map()
    for (const { typeid, visitid } of recorded)
      if (!visitid) this.#withoutVisit.set(typeid, (this.#withoutVisit.get(typeid) ?? 0) + 1)
  }

  /** Whether a visit has something of a type; otherwise one without a visit is used up for it. */
  take(visit: VisitPlace, typeid: string): boolean {
    if (this.#recorded.some((one) => one.typeid === typeid && isOfVisit(one, visit))) return true
    const left = this.#withoutVisit.get(typeid) ?? 0
    if (left > 0) this.#withoutVisit.set(typeid, left - 1)
    return left > 0
  }
}
