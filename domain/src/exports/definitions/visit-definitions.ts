import { caseKey } from '../../shared/names/names.ts'
import { type Problem, problem } from '../../shared/problems.ts'
import { cleanName } from '../../shared/text.rules.ts'
import { maxVisits, whyNotVisit } from '../../visits/visits.rules.ts'
import { listOf, objectOf } from './read-fields.ts'

/**
 * A visit of a schedule with the names of what belongs to it. `day` null: unscheduled. `inOrder` only where its activities have an order,
 * and what is recorded only if wanted only where something is. */
export type VisitDefinition = {
  name: string
  day: number | null
  daysBefore: number
  daysAfter: number
  repeats: boolean
  formTypes: string[]
  activityTypes: string[]
  optionalFormTypes?: string[]
  optionalActivityTypes?: string[]
  inOrder?: boolean
}

/** A visit of a file; undefined if it has another form. */
export function visitOf(value: unknown): VisitDefinition | undefined {
  const { name, day, daysBefore, daysAfter, repeats, formTypes, activityTypes, inOrder, ...more } =
    objectOf(value) ?? {}
  const [forms, activities] = [listOf(formTypes, nameOf), listOf(activityTypes, nameOf)]
  if (typeof name !== 'string' || (day !== null && typeof day !== 'number') || typeof repeats !== 'boolean') return
  if (typeof daysBefore !== 'number' || typeof daysAfter !== 'number' || !forms || !activities) return
  const optional = optionalOf(listOf(more.optionalFormTypes, nameOf), listOf(more.optionalActivityTypes, nameOf))
  const ordered = inOrder === true ? { inOrder } : {}
  const types = { formTypes: forms, activityTypes: activities, ...optional }
  return { name, day, daysBefore, daysAfter, repeats, ...types, ...ordered }
}

/** What a visit says of optional types: nothing without any. */
export function optionalOf(
  formTypes: string[] | undefined,
  activityTypes: string[] | undefined,
): Pick<VisitDefinition, 'optionalFormTypes' | 'optionalActivityTypes'> {
  return {
    ...(formTypes?.length ? { optionalFormTypes: formTypes } : {}),
    ...(activityTypes?.length ? { optionalActivityTypes: activityTypes } : {}),
  }
}

function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The keys of names (`caseKey`): of the types that the study has or gets, and its visits. `unpublished`: form types that definitions leave out. */
type Known = {
  unpublished?: ReadonlySet<string>
  formTypes: ReadonlySet<string>
  activityTypes: ReadonlySet<string>
  visits: readonly VisitDefinition[]
}

export type JudgedVisit = { definition: VisitDefinition; action: 'make' | 'same' | 'refused'; why?: Problem }

/**
 * What an import does with the visits of a file: a new one comes after those of the study, and none of them is changed.
 * One with the same name is the same if all of it is.
 */
export function previewVisits(given: readonly VisitDefinition[], known: Known): JudgedVisit[] {
  const there = new Map(known.visits.map((visit) => [caseKey(visit.name), visit]))
  const seen = new Set<string>()
  let count = there.size
  return given.map((definition) => {
    const visit = { ...definition, name: cleanName(definition.name) }
    const { name } = visit
    const before = there.get(caseKey(name))
    const why = whyNot(visit, seen, known)
    seen.add(caseKey(name))
    if (why) return { definition: visit, why, action: 'refused' }
    if (before && isSame(before, visit, known.unpublished)) return { definition: visit, action: 'same' }
    if (before) return refused(visit, problem('definitions.visit.other', { params: { name } }))
    count++
    if (count > maxVisits) return refused(visit, problem('visit.too-many', { params: { most: maxVisits } }))
    return { definition: visit, action: 'make' }
  })
}

function refused(definition: VisitDefinition, why: Problem): JudgedVisit {
  return { definition, why, action: 'refused' }
}

function whyNot(visit: VisitDefinition, seen: ReadonlySet<string>, known: Known): Problem | undefined {
  const { name, formTypes, activityTypes } = visit
  if (seen.has(caseKey(name))) return problem('definitions.duplicate', { params: { name } })
  const keys = { formtypeids: formTypes.map(caseKey), activitytypeids: activityTypes.map(caseKey) }
  const why = whyNotVisit({ ...visit, ...keys })
  if (why) return why
  const isOwn = (own: readonly string[], optional: readonly string[] = []) =>
    optional.every((type) => own.includes(caseKey(type)))
  if (!isOwn(keys.formtypeids, visit.optionalFormTypes) || !isOwn(keys.activitytypeids, visit.optionalActivityTypes))
    return problem('visit.optional', { params: { name } })
  const other =
    formTypes.find((own) => !known.formTypes.has(caseKey(own))) ??
    activityTypes.find((own) => !known.activityTypes.has(caseKey(own)))
  if (other !== undefined) return problem('definitions.visit.type', { params: { name, type: other } })
}

/** A visit went out without the form types that were never published: it comes back the same. */
function isSame(
  before: VisitDefinition,
  given: VisitDefinition,
  unpublished: ReadonlySet<string> = new Set(),
): boolean {
  const published = (names: readonly string[]) => names.filter((name) => !unpublished.has(caseKey(name)))
  const optionalFormTypes = published(before.optionalFormTypes ?? [])
  return [before, { ...before, formTypes: published(before.formTypes), optionalFormTypes }].some(
    (visit) => textOf(visit) === textOf(given),
  )
}

/** The same for visits that are the same. The order of what belongs to them says nothing, unless its activities have one. */
function textOf({ name, formTypes, activityTypes, inOrder = false, ...visit }: VisitDefinition): string {
  const { day, daysBefore, daysAfter, repeats, optionalFormTypes = [], optionalActivityTypes = [] } = visit
  const forms = formTypes.map(caseKey).toSorted()
  const activities = activityTypes.map(caseKey)
  const optional = [optionalFormTypes, optionalActivityTypes].map((names) => names.map(caseKey).toSorted())
  const keys = [forms, inOrder ? activities : activities.toSorted(), optional]
  return JSON.stringify([caseKey(name), day, daysBefore, daysAfter, repeats, inOrder, keys])
}
