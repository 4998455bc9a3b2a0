import { fieldTypeOf } from '../../form-types/field-types.ts'
import type { FormTypeField } from '../../form-types/fields.ts'
import { sameText } from '../../shared/names/names.ts'
import { objectOf } from './read-fields.ts'

/** Something that a file of definitions lacks of its study: a retired field of a form type, or a removed type. */
export type LeftOutDefinition =
  | { formType: string; field: string }
  | { formType: string; field?: never }
  | { activityType: string }

/** A form type with the fields of its earlier versions, oldest first. */
export type VersionedFields = {
  identifier: string
  fields: readonly FormTypeField[]
  earlier: readonly { fields: readonly FormTypeField[] }[]
}

/** The fields of earlier versions that the present one lacks. Notes have no values, and are not missed. */
export function retiredFieldsOf({ identifier, fields, earlier }: VersionedFields): LeftOutDefinition[] {
  const present = new Set(fields.map(({ name }) => sameText(name)))
  const retired = new Map<string, string>()
  for (const { name, type } of earlier.flatMap((version) => version.fields))
    if (!present.has(sameText(name)) && fieldTypeOf[type].column) retired.set(sameText(name), name)
  return [...retired.values()].map((field) => ({ formType: identifier, field }))
}

/** As read from a file; undefined if it has another form. */
export function leftOutOf(value: unknown): LeftOutDefinition | undefined {
  const { formType, field, activityType } = objectOf(value) ?? {}
  if (typeof activityType === 'string') return { activityType }
  if (typeof formType !== 'string' || (field !== undefined && typeof field !== 'string')) return undefined
  return field === undefined ? { formType } : { formType, field }
}
