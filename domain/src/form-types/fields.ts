import { cleanName, compareCodeUnits, compareNames } from '../shared/text.rules.ts'

export const fieldTypes = ['Boolean', 'Choice', 'Date', 'Time', 'Number', 'String'] as const
export type FieldType = (typeof fieldTypes)[number]

/** The meaning of a field's pattern: none, a regular expression for the whole value, or a list of options. */
export const patternUse: Record<FieldType, 'none' | 'expression' | 'options'> = {
  Boolean: 'none',
  Choice: 'options',
  Date: 'none',
  Time: 'none',
  Number: 'none',
  String: 'expression',
}

/** Whether the form type may limit the number of characters of a value. */
export const hasLength: Record<FieldType, boolean> = {
  Boolean: false,
  Choice: false,
  Date: false,
  Time: false,
  Number: false,
  String: true,
}

export function isFieldType(text: unknown): text is FieldType {
  return fieldTypes.some((type) => type === text)
}

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
