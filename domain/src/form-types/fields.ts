import { cleanName, compareCodeUnits, compareNames } from '../shared/text.rules.ts'

export const fieldTypes = ['Boolean', 'Choice', 'Date', 'Time', 'Number', 'String'] as const
export type FieldType = (typeof fieldTypes)[number]

export const maxFields = 500
export const maxFieldNameLength = 100
export const maxFieldLength = 20_000
export const maxPatternLength = 200

/** A field as callers give it and as it is stored. */
export type FormTypeField = {
  name: string
  type: FieldType
  required: boolean
  length?: number | null | undefined
  pattern?: string | null | undefined
}

/** The options that a Choice's pattern holds, in their order. */
export function choiceOptions(pattern: string | null | undefined): string[] {
  return (pattern ?? '').split('|').map(cleanName)
}

type Identified = { identifier: string; formtypeid: string }

/** The order of form types, and of a subject's forms. */
export function compareFormTypes(a: Identified, b: Identified): number {
  return compareNames(a.identifier, b.identifier) || compareCodeUnits(a.formtypeid, b.formtypeid)
}
