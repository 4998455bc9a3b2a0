import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'

export type FieldProps = {
  field: FormTypeField
  /** As stored: text, '' for none. */
  value: string
  error: string | undefined
  isDisabled: boolean
  onChange: (value: string) => void
  /** The field lost focus: now it may be validated. */
  onLeave: (value: string) => void
}
