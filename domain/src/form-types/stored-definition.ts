import { caseKey } from '../shared/names/names.ts'
import { cleanName } from '../shared/text.rules.ts'
import type { FieldType } from './field-types.ts'
import type { FormCheck, FormTypeField } from './fields.ts'
import { cleanChecks, cleanFields } from './form-types.rules.ts'
import { variableOfName } from './variables.ts'

/** What the first releases stored of a field. */
export type StoredField = {
  name: string
  type: FieldType
  required: boolean
  length: number | null
  pattern: string | null
}

/** By the name of a field: its properties besides those in `StoredField`. */
export type StoredProperties = { readonly [name: string]: Partial<FormTypeField> }

/** A definition as the columns of a form type. Call after the rules. */
export type StoredDefinition = {
  identifier: string
  identifier_key: string
  fields: StoredField[]
  properties: StoredProperties | null
  checks: FormCheck[]
}

/**
 * The columns for a definition. What earlier releases know of a field is in `fields`, the rest in `properties`; a variable
 * only if it is not the one that the name makes by itself.
 */
export function storedDefinition(
  text: string,
  given: readonly FormTypeField[],
  checks: readonly FormCheck[],
): StoredDefinition {
  const identifier = cleanName(text)
  const cleaned = cleanFields(given)
  const properties = cleaned.flatMap(
    ({ name, type: _, required: __, length: ___, pattern: ____, variable, ...more }) => {
      const all = variable === variableOfName(name) ? more : { variable, ...more }
      return Object.keys(all).length === 0 ? [] : [[name, all] as const]
    },
  )
  return {
    identifier,
    identifier_key: caseKey(identifier),
    fields: cleaned.map(({ name, type, required, length, pattern }) => ({ name, type, required, length, pattern })),
    properties: properties.length === 0 ? null : Object.fromEntries(properties),
    checks: cleanChecks(checks),
  }
}

type StoredColumns = { readonly fields: readonly StoredField[]; readonly properties: StoredProperties | null }

const knownFields = new WeakMap<StoredProperties, { of: StoredColumns['fields']; fields: readonly FormTypeField[] }>()

/** The fields of stored columns, each with its properties. The same columns have the same list. */
export function fieldsOfStored({ fields, properties }: StoredColumns): readonly FormTypeField[] {
  if (!properties) return fields
  const before = knownFields.get(properties)
  if (before?.of === fields) return before.fields
  const whole = fields.map((field) => ({ ...field, ...properties[field.name] }))
  knownFields.set(properties, { of: fields, fields: whole })
  return whole
}
