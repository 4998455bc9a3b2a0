import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { memo } from 'react'
import { BooleanField } from './BooleanField.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { DateField } from './DateField.tsx'
import { NumberField } from './NumberField.tsx'
import { StringField } from './StringField.tsx'
import { TimeField } from './TimeField.tsx'

export type FieldProps = {
  field: FormTypeField
  /** As it is stored: text, '' for none. */
  value: string
  error: string | undefined
  isDisabled: boolean
  onChange: (value: string) => void
  /** The field was left: now it may be judged. */
  onLeave: (value: string) => void
}

const inputs = {
  Boolean: BooleanField,
  Choice: ChoiceField,
  Date: DateField,
  Time: TimeField,
  Number: NumberField,
  String: StringField,
}

type FormFieldProps = Omit<FieldProps, 'onChange' | 'onLeave'> & {
  onType: (field: FormTypeField, value: string) => void
  onLeave: (field: FormTypeField, value: string) => void
}

/**
 * The input of one field of a form, by its type. Drawn anew only when its own props change: a form may have 500, and a
 * key stroke is about one. So `onType` and `onLeave` must stay the same functions.
 */
export const FormField = memo(function FormField({ onType, onLeave, ...shown }: FormFieldProps) {
  const { field } = shown
  const Input = inputs[field.type]
  return <Input {...shown} onChange={(value) => onType(field, value)} onLeave={(value) => onLeave(field, value)} />
})
