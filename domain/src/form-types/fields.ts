import { cleanName, compareCodeUnits, compareNames } from '../shared/text.rules.ts'
import type { FieldType } from './field-types.ts'

export const maxFields = 500
export const maxFieldNameLength = 100
export const maxFieldLength = 20_000
export const maxPatternLength = 200

/** A field as callers send it and as it is stored. */
export type FormTypeField = {
  name: string
  type: FieldType
  required: boolean
  length?: number | null | undefined
  pattern?: string | null | undefined
}

/** The options in a Choice's pattern, in order. */
export function choiceOptions(pattern: string | null | undefined): string[] {
  return (pattern ?? '').split('|').map(cleanName)
}

type Identified = { identifier: string; formtypeid: string }

/** The order of form types, and of a subject's forms. */
export function compareFormTypes(a: Identified, b: Identified): number {
  return compareNames(a.identifier, b.identifier) || compareCodeUnits(a.formtypeid, b.formtypeid)
}
