import type { FieldType, FormTypeField } from '@casebook/domain/form-types/fields.ts'

/** A field as it is typed in the editor. `length` is text until it is judged; JSON values only, since drafts are stored. */
export type FieldDraft = {
  /** Tells rows apart while their order and names change. */
  key: string
  /** A saved field keeps its name. */
  isSaved: boolean
  name: string
  type: FieldType
  required: boolean
  length: string
  pattern: string
}

/** What a form type's editor holds. */
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

/** The draft of a field that is about to be added. `key` must differ from those of the other rows. */
export function emptyField(key: string): FieldDraft {
  return { key, isSaved: false, name: '', type: 'String', required: false, length: '', pattern: '' }
}

/**
 * The field to judge and to send. A length and a pattern that the type has no use for are left out; a length that is no
 * integer becomes NaN, which the rule refuses.
 */
export function fieldOfDraft({ name, type, required, length, pattern }: FieldDraft): FormTypeField {
  const hasLength = type === 'String' && length.trim() !== ''
  const hasPattern = type === 'String' || type === 'Choice'
  return {
    name,
    type,
    required,
    length: hasLength ? wholeNumberOf(length) : null,
    pattern: (hasPattern && pattern) || null,
  }
}

function wholeNumberOf(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
}

/** The rows with this one in place of the row of its key, or at the end where there is none. */
export function withField(fields: readonly FieldDraft[], field: FieldDraft): FieldDraft[] {
  const isKnown = fields.some(({ key }) => key === field.key)
  return isKnown ? fields.map((each) => (each.key === field.key ? field : each)) : [...fields, field]
}

/** The rows with the one of `key` moved to where the row of `overKey` is. */
export function withMoved(fields: readonly FieldDraft[], key: string, overKey: string): FieldDraft[] {
  const from = fields.findIndex((field) => field.key === key)
  const to = fields.findIndex((field) => field.key === overKey)
  const moved = fields[from]
  if (!moved || to < 0) return [...fields]
  const rest = fields.toSpliced(from, 1)
  return rest.toSpliced(to, 0, moved)
}
