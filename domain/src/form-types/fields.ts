import { compareCodeUnits, compareNames } from '../shared/names/names.ts'
import { type FieldProperties, spoken } from './field-properties.ts'
import type { FieldType } from './field-types.ts'
import { type CheckTranslation, translationFor } from './values/translations.ts'

export const maxFields = 500
export const maxFieldNameLength = 100
export const maxFieldLength = 20_000
export const maxPatternLength = 200

/** A field as callers send it and as it is stored. */
export type FormTypeField = FieldProperties & { type: FieldType }

/**
 * A rule across fields: an expression that must be true. Where it is false, the message is shown at the field of this
 * name. A soft one can be confirmed with a reason.
 */
export type FormCheck = {
  expression: string
  message: string
  field: string
  soft: boolean
  /** The message in other languages than the study's. */
  translations?: CheckTranslation[] | null | undefined
}

/** A form type as it is said in the language of the screens, else as the study says it. */
export function spokenType<
  Type extends { fields: readonly FormTypeField[]; checks?: readonly FormCheck[] | undefined },
>(type: Type, locale: string): Type {
  const isPlain = [...type.fields, ...(type.checks ?? [])].every(({ translations }) => !translations?.length)
  if (isPlain) return type
  const fields = type.fields.map((field) => spoken(field, locale))
  const checks = type.checks?.map((check) => {
    const said = translationFor(check.translations, locale)
    return said ? { ...check, message: said.message } : check
  })
  return { ...type, fields, ...(checks ? { checks } : {}) }
}

export const maxChecks = 200

type Identified = { identifier: string; formtypeid: string }

/** The order of form types, and of a subject's forms. */
export function compareFormTypes(a: Identified, b: Identified): number {
  return compareNames(a.identifier, b.identifier) || compareCodeUnits(a.formtypeid, b.formtypeid)
}

/** Whether a form type was ever published: one that is new as a draft has no fields, and nobody fills it in yet. */
export function wasPublished({ fields, draft }: { fields: readonly unknown[]; draft?: unknown }): boolean {
  return fields.length > 0 || draft === null || draft === undefined
}
