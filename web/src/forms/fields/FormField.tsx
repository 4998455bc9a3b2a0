import type { FieldType } from '@casebook/domain/form-types/field-types.ts'
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { type ComponentType, memo } from 'react'
import { BooleanField } from './BooleanField.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { DateField } from './DateField.tsx'
import type { FieldProps } from './field-props.ts'
import { NumberField } from './NumberField.tsx'
import { StringField } from './StringField.tsx'
import { TimeField } from './TimeField.tsx'

const inputs: Record<FieldType, ComponentType<FieldProps>> = {
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
 * The input of one field of a form, by its type. Rendered again only when its own props change, because a form may have
 * 500 fields. `onType` and `onLeave` must therefore be stable functions.
 */
export const FormField = memo(function FormField({ onType, onLeave, ...shown }: FormFieldProps) {
  const { field } = shown
  const Input = inputs[field.type]
  return <Input {...shown} onChange={(value) => onType(field, value)} onLeave={(value) => onLeave(field, value)} />
})
