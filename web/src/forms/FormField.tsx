import type { FormTypeField } from '@casebook/domain/form-types/form-types.rules.ts'
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

/** The input of one field of a form, by its type. */
export function FormField(props: FieldProps) {
  const Input = inputs[props.field.type]
  return <Input {...props} />
}
