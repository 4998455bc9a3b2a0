import { whyNotDescription } from '../../activity-types/activity-types.rules.ts'
import { fieldTypes } from '../../form-types/field-types.ts'
import type { FormTypeField } from '../../form-types/fields.ts'
import { cleanFields, whyNotFields, whyNotFormTypeIdentifier } from '../../form-types/form-types.rules.ts'
import { caseKey, compareNames } from '../../shared/names/names.ts'
import { type Problem, problem } from '../../shared/problems.ts'
import { cleanName } from '../../shared/text.rules.ts'

/** A study's definitions: its form types and activity types, without ids, so that another study can import them. */
export type Definitions = {
  formTypes: { identifier: string; fields: FormTypeField[] }[]
  activityTypes: { description: string }[]
}

const format = 1

type Origin = { studyName: string; at: string; release: string }

/** The definitions as JSON for another study or installation. */
export function definitionsText({ formTypes, activityTypes }: Definitions, { studyName, at, release }: Origin): string {
  const content = {
    casebook: 'definitions',
    format,
    study: studyName,
    at,
    release,
    formTypes: formTypes
      .toSorted((a, b) => compareNames(a.identifier, b.identifier))
      .map(({ identifier, fields }) => ({ identifier, fields: cleanFields(fields) })),
    activityTypes: activityTypes
      .toSorted((a, b) => compareNames(a.description, b.description))
      .map(({ description }) => ({ description })),
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
  return formTypes && activityTypes ? { formTypes, activityTypes } : problem('definitions.unreadable')
}

/** A definition in the file. `why`: what prevents its import. */
type Checked<T> = { definition: T; why?: Problem }

export type DefinitionsPreview = {
  formTypes: (Checked<Definitions['formTypes'][number]> & { action: 'make' | 'same' | 'refused' })[]
  activityTypes: (Checked<Definitions['activityTypes'][number]> & { action: 'make' | 'same' | 'refused' })[]
}

/**
 * What an import into a study would add, what the study already has, and what prevents the import. A form type with the
 * same identifier is equal if its fields are. An import never changes one.
 */
export function previewDefinitions(given: Definitions, existing: Definitions): DefinitionsPreview {
  const formTypes = new Map(existing.formTypes.map((own) => [caseKey(own.identifier), own]))
  const activityTypes = new Set(existing.activityTypes.map(({ description }) => caseKey(description)))
  const seenForms = new Set<string>()
  const seenActivities = new Set<string>()
  return {
    formTypes: given.formTypes.map((definition) => {
      const name = cleanName(definition.identifier)
      const twice = whyTwice(seenForms, name)
      const why = twice ?? whyNotFormTypeIdentifier(name) ?? whyNotFields(definition.fields)
      if (why) return { definition, why, action: 'refused' as const }
      const clean = { identifier: name, fields: cleanFields(definition.fields) }
      const there = formTypes.get(caseKey(name))
      if (!there) return { definition: clean, action: 'make' as const }
      if (isSameFields(clean.fields, there.fields)) return { definition: clean, action: 'same' as const }
      return { definition: clean, why: problem('definitions.other', { params: { name } }), action: 'refused' as const }
    }),
    activityTypes: given.activityTypes.map((definition) => {
      const name = cleanName(definition.description)
      const why = whyTwice(seenActivities, name) ?? whyNotDescription(name)
      if (why) return { definition, why, action: 'refused' as const }
      const action = activityTypes.has(caseKey(name)) ? ('same' as const) : ('make' as const)
      return { definition: { description: name }, action }
    }),
  }
}

/** The preview for a study that accepts no new definitions, and why. */
export function withoutAdditions({ formTypes, activityTypes }: DefinitionsPreview, why: Problem): DefinitionsPreview {
  const refused = <T extends { action: 'make' | 'same' | 'refused'; why?: Problem }>(one: T): T =>
    one.action === 'make' ? { ...one, action: 'refused', why } : one
  return { formTypes: formTypes.map(refused), activityTypes: activityTypes.map(refused) }
}

function whyTwice(seen: Set<string>, name: string): Problem | undefined {
  if (seen.has(caseKey(name))) return problem('definitions.duplicate', { params: { name } })
  seen.add(caseKey(name))
}

function isSameFields(a: readonly FormTypeField[], b: readonly FormTypeField[]): boolean {
  return JSON.stringify(cleanFields(a)) === JSON.stringify(cleanFields(b))
}

function formTypeOf(value: unknown): Definitions['formTypes'][number] | undefined {
  const { identifier, fields: given } = objectOf(value) ?? {}
  const fields = listOf(given, fieldOf)
  return typeof identifier === 'string' && fields ? { identifier, fields } : undefined
}

function activityTypeOf(value: unknown): Definitions['activityTypes'][number] | undefined {
  const { description } = objectOf(value) ?? {}
  return typeof description === 'string' ? { description } : undefined
}

function fieldOf(value: unknown): FormTypeField | undefined {
  const { name, type: given, required, length = null, pattern = null } = objectOf(value) ?? {}
  const type = fieldTypes.find((own) => own === given)
  if (typeof name !== 'string' || !type || typeof required !== 'boolean') return undefined
  if (length !== null && typeof length !== 'number') return undefined
  if (pattern !== null && typeof pattern !== 'string') return undefined
  return { name, type, required, length, pattern }
}

function listOf<T>(value: unknown, read: (item: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(value)) return undefined
  const items: T[] = []
  for (const item of value) {
    const one = read(item)
    if (one === undefined) return undefined
    items.push(one)
  }
  return items
}

function objectOf(value: unknown): { [key: string]: unknown } | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
