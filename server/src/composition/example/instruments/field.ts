import type { FieldOption } from '@casebook/domain/form-types/field-properties.ts'
import type { FormCheck, FormTypeField } from '@casebook/domain/form-types/fields.ts'

export type Instrument = { identifier: string; fields: FormTypeField[]; checks: FormCheck[] }

type More = Partial<Omit<FormTypeField, 'name' | 'type' | 'label'>>

/** A field whose name is its variable. */
export function field(name: string, type: FormTypeField['type'], label: string, more: More = {}): FormTypeField {
  return { name, variable: name, type, label, required: false, ...more }
}

/** Options whose codes count from 0, or from another number. */
export function options(labels: readonly string[], from = 0): FieldOption[] {
  return labels.map((label, place) => ({ code: String(place + from), label }))
}
