import { activityTypeFields } from '../../activity-types/activity-types.rules.ts'
import type { FieldType } from '../../form-types/field-types.ts'
import type { FormCheck, FormTypeField } from '../../form-types/fields.ts'
import { cleanChecks, cleanFields, whyNotFields, whyNotFormTypeIdentifier } from '../../form-types/form-types.rules.ts'
import { variableOfName } from '../../form-types/variables.ts'
import { caseKey, compareCodeUnits, compareNames } from '../../shared/names/names.ts'
import { type Problem, problem } from '../../shared/problems.ts'
import { cleanName } from '../../shared/text.rules.ts'
import { type LeftOutDefinition, leftOutOf } from './left-out.ts'
import { checkOf, fieldOf, jsonOf, listOf, objectOf } from './read-fields.ts'
import { type JudgedVisit, previewVisits, type VisitDefinition, visitOf } from './visit-definitions.ts'

/**
 * A study's definitions: its form types, activity types and visits, without ids, so that another study can import them.
 * `repeats` is given where a subject may have several. `visits` is given where the study has some, in their order; `leftOut` where
 * the study has something that is not among them.
 */
export type Definitions = {
  formTypes: { identifier: string; fields: FormTypeField[]; checks?: FormCheck[]; repeats?: boolean }[]
  activityTypes: { description: string; repeats?: boolean }[]
  visits?: VisitDefinition[]
  leftOut?: LeftOutDefinition[]
}

/** 1 is what the first releases read: fields with name, type, required, length and pattern. */
const plainFormat = 1
const format = 2

type Origin = { studyName: string; at: string; release: string }

/** The definitions as JSON for another study or installation. */
export function definitionsText(
  { formTypes, activityTypes, visits = [], leftOut = [] }: Definitions,
  { studyName, at, release }: Origin,
): string {
  const isPlain =
    visits.length === 0 &&
    [...formTypes, ...activityTypes].every(({ repeats }) => !repeats) &&
    formTypes.every(({ fields, checks = [] }) => checks.length === 0 && fields.every(isPlainField))
  const content = {
    casebook: 'definitions',
    format: isPlain ? plainFormat : format,
    study: studyName,
    at,
    release,
    formTypes: formTypes
      .toSorted((a, b) => compareNames(a.identifier, b.identifier))
      .map(({ identifier, fields, checks = [], repeats }) => ({
        identifier,
        fields: writtenFields(fields),
        ...(checks.length > 0 ? { checks } : {}),
        ...repeating(repeats),
      })),
    activityTypes: activityTypes
      .toSorted((a, b) => compareNames(a.description, b.description))
      .map(({ description, repeats }) => ({ description, ...repeating(repeats) })),
    ...(visits.length > 0 ? { visits } : {}),
    // Earlier releases read over it.
    ...(leftOut.length > 0 ? { leftOut } : {}),
  }
  return `${JSON.stringify(content, null, 2)}\n`
}

/** Parses the text of `definitionsText`. `previewDefinitions` validates each definition. */
export function parseDefinitions(text: string): Definitions | Problem {
  const content = objectOf(jsonOf(text))
  if (content?.casebook !== 'definitions') return problem('definitions.unreadable')
  if (typeof content.format !== 'number') return problem('definitions.unreadable')
  if (content.format > format) return problem('definitions.newer')
  const formTypes = listOf(content.formTypes, formTypeOf)
  const activityTypes = listOf(content.activityTypes, activityTypeOf)
  const visits = content.visits === undefined ? [] : listOf(content.visits, visitOf)
  const leftOut = content.leftOut === undefined ? [] : listOf(content.leftOut, leftOutOf)
  if (!formTypes || !activityTypes || !visits || !leftOut) return problem('definitions.unreadable')
  return {
    ...{ formTypes, activityTypes },
    ...(visits.length > 0 ? { visits } : {}),
    ...(leftOut.length > 0 ? { leftOut } : {}),
  }
}

/** A definition in the file. `why`: what prevents its import. */
type Checked<T> = { definition: T; why?: Problem }

export type DefinitionsPreview = {
  formTypes: (Checked<Definitions['formTypes'][number]> & { action: 'make' | 'same' | 'refused' })[]
  activityTypes: (Checked<Definitions['activityTypes'][number]> & { action: 'make' | 'same' | 'refused' })[]
  visits: JudgedVisit[]
  /** What was in the study and is not in the file, as the file says. */
  leftOut: readonly LeftOutDefinition[]
}

/**
 * What an import into a study would add, what the study already has, and what prevents the import. A form type with the
 * same identifier is equal if its fields are, and if it repeats where the file says so. An import never changes one.
 */
export function previewDefinitions(given: Definitions, existing: Definitions): DefinitionsPreview {
  const formTypes = new Map(existing.formTypes.map((own) => [caseKey(own.identifier), own]))
  const activityTypes = new Map(existing.activityTypes.map((own) => [caseKey(own.description), own]))
  const seenForms = new Set<string>()
  const seenActivities = new Set<string>()
  return {
    formTypes: given.formTypes.map((definition) => {
      const name = cleanName(definition.identifier)
      const twice = whyTwice(seenForms, name)
      const why = twice ?? whyNotFormTypeIdentifier(name) ?? whyNotFields(definition.fields, definition.checks)
      if (why) return { definition, why, action: 'refused' as const }
      const { checks, repeats } = definition
      const more = { ...(checks ? { checks } : {}), ...repeating(repeats) }
      const clean = { identifier: name, fields: writtenFields(definition.fields), ...more }
      const there = formTypes.get(caseKey(name))
      if (!there) return { definition: clean, action: 'make' as const }
      if (clean.repeats && !there.repeats) {
        const once = problem('definitions.once', { params: { name } })
        return { definition: clean, why: once, action: 'refused' as const }
      }
      if (isSame(clean, there)) return { definition: clean, action: 'same' as const }
      return { definition: clean, why: problem('definitions.other', { params: { name } }), action: 'refused' as const }
    }),
    activityTypes: given.activityTypes.map((definition) => {
      const name = cleanName(definition.description)
      const why = whyTwice(seenActivities, name) ?? activityTypeFields.description.whyNot(name)
      if (why) return { definition, why, action: 'refused' as const }
      const clean = { description: name, ...repeating(definition.repeats) }
      const there = activityTypes.get(caseKey(name))
      if (!there) return { definition: clean, action: 'make' as const }
      if (!clean.repeats || there.repeats) return { definition: clean, action: 'same' as const }
      return { definition: clean, why: problem('definitions.once', { params: { name } }), action: 'refused' as const }
    }),
    visits: previewVisits(given.visits ?? [], {
      formTypes: new Set([...existing.formTypes, ...given.formTypes].map(({ identifier }) => caseKey(identifier))),
      activityTypes: new Set(
        [...existing.activityTypes, ...given.activityTypes].map(({ description }) => caseKey(description)),
      ),
      visits: existing.visits ?? [],
      unpublished: new Set(existing.formTypes.filter(wasNeverPublished).map(({ identifier }) => caseKey(identifier))),
    }),
    leftOut: given.leftOut ?? [],
  }
}

/** Its fields are those of a draft, which nobody sees. */
function wasNeverPublished({ fields }: Definitions['formTypes'][number]): boolean {
  return fields.length === 0
}

function repeating(repeats: boolean | undefined): { repeats?: true } {
  return repeats ? { repeats } : {}
}

/** The preview for a study that accepts no new definitions, and why. */
export function withoutAdditions(
  { formTypes, activityTypes, visits, leftOut }: DefinitionsPreview,
  why: Problem,
): DefinitionsPreview {
  const refused = <T extends { action: 'make' | 'same' | 'refused'; why?: Problem }>(one: T): T =>
    one.action === 'make' ? { ...one, action: 'refused', why } : one
  return {
    formTypes: formTypes.map(refused),
    activityTypes: activityTypes.map(refused),
    visits: visits.map(refused),
    leftOut,
  }
}

function whyTwice(seen: Set<string>, name: string): Problem | undefined {
  if (seen.has(caseKey(name))) return problem('definitions.duplicate', { params: { name } })
  seen.add(caseKey(name))
}

type FormTypeDefinition = Definitions['formTypes'][number]

function isSame(a: FormTypeDefinition, b: FormTypeDefinition): boolean {
  const text = ({ fields, checks = [] }: FormTypeDefinition) =>
    JSON.stringify([writtenFields(fields), cleanChecks(checks)], sortedKeys)
  return text(a) === text(b)
}

function sortedKeys(_: string, value: unknown): unknown {
  const object = objectOf(value)
  return object ? Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => compareCodeUnits(a, b))) : value
}

/** The fields as stored. A variable is written only if it is not the one that the name makes. */
function writtenFields(fields: readonly FormTypeField[]): FormTypeField[] {
  return cleanFields(fields).map(({ variable, ...field }) =>
    variable === variableOfName(field.name) ? field : { ...field, variable },
  )
}

const plainKeys = ['name', 'type', 'required', 'length', 'pattern']

function isPlainField(field: FormTypeField): boolean {
  const [written = field] = writtenFields([field])
  return Object.keys(written).every((key) => plainKeys.includes(key)) && isFirstType(field.type)
}

/** The types that the first releases know. */
function isFirstType(type: FieldType): boolean {
  return !['DateTime', 'Note'].includes(type)
}

function formTypeOf(value: unknown): FormTypeDefinition | undefined {
  const { identifier, fields: given, checks: rules = [], repeats = false } = objectOf(value) ?? {}
  const fields = listOf(given, fieldOf)
  const checks = listOf(rules, checkOf)
  if (typeof identifier !== 'string' || !fields || !checks || typeof repeats !== 'boolean') return undefined
  return { identifier, fields, ...(checks.length > 0 ? { checks } : {}), ...repeating(repeats) }
}

function activityTypeOf(value: unknown): Definitions['activityTypes'][number] | undefined {
  const { description, repeats = false } = objectOf(value) ?? {}
  if (typeof description !== 'string' || typeof repeats !== 'boolean') return undefined
  return { description, ...repeating(repeats) }
}
