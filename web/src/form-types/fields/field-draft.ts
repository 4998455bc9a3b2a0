import { type FieldType, fieldTypeOf } from '@casebook/domain/form-types/field-types.ts'
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'

/** A field as typed in the editor. `length` is text until it is validated. JSON values only, since drafts are stored. */
export type FieldDraft = {
  /** Identifies rows while their order and names change. */
  key: string
  /** A saved field keeps its name. */
  isSaved: boolean
  name: string
  type: FieldType
  required: boolean
  length: string
  pattern: string
}

/** The contents of a form type's editor. */
export type FormTypeDraft = { identifier: string; fields: FieldDraft[] }

export function draftOfField(field: FormTypeField): FieldDraft {
  return {
    key: field.name,
    isSaved: true,
    name: field.name,
    type: field.type,
    required: field.required,
    length: field.length?.toString() ?? '',
    pattern: field.pattern ?? '',
  }
}

/** The draft of a new field. `key` must differ from those of the other rows. */
export function emptyField(key: string): FieldDraft {
  return { key, isSaved: false, name: '', type: 'String', required: false, length: '', pattern: '' }
}

/**
 * The field to validate and send. Omits a length and a pattern that the type does not use. A length that is not an
 * integer becomes NaN, which the rule refuses.
 */
export function fieldOfDraft({ name, type, required, length, pattern }: FieldDraft): FormTypeField {
  return {
    name,
    type,
    required,
    length: fieldTypeOf[type].hasLength && length.trim() !== '' ? wholeNumberOf(length) : null,
    pattern: (fieldTypeOf[type].patternUse !== 'none' && pattern) || null,
  }
}

function wholeNumberOf(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
}

/** The rows with this one replacing the row with its key, or added at the end. */
export function withField(fields: readonly FieldDraft[], field: FieldDraft): FieldDraft[] {
  const isKnown = fields.some(({ key }) => key === field.key)
  return isKnown ? fields.map((each) => (each.key === field.key ? field : each)) : [...fields, field]
}

/** The rows after moving the row `key` to the position of the row `overKey`. */
export function withMoved(fields: readonly FieldDraft[], key: string, overKey: string): FieldDraft[] {
  const from = fields.findIndex((field) => field.key === key)
  const to = fields.findIndex((field) => field.key === overKey)
  const moved = fields[from]
  if (!moved || to < 0) return [...fields]
  const rest = fields.toSpliced(from, 1)
  return rest.toSpliced(to, 0, moved)
}
