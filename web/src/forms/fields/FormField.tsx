import { labelOf } from '@casebook/domain/form-types/field-properties.ts'
import type { FieldType } from '@casebook/domain/form-types/field-types.ts'
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { type ComponentType, memo } from 'react'
import { BooleanField } from './BooleanField.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { DateField } from './DateField.tsx'
import { DateTimeField } from './DateTimeField.tsx'
import classes from './FormField.module.css'
import type { FieldProps } from './field-props.ts'
import { NumberField } from './NumberField.tsx'
import { OptionsField } from './OptionsField.tsx'
import { ScaleField } from './ScaleField.tsx'
import { StringField } from './StringField.tsx'
import { TimeField } from './TimeField.tsx'

const inputs: Record<FieldType, ComponentType<FieldProps>> = {
  Boolean: BooleanField,
  Choice: ChoiceField,
  Date: DateField,
  DateTime: DateTimeField,
  Note: NoteField,
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
  const Input = inputOf(field)
  return <Input {...shown} onChange={(value) => onType(field, value)} onLeave={(value) => onLeave(field, value)} />
})

function inputOf({ type, multiple, display }: FormTypeField): ComponentType<FieldProps> {
  if (type === 'Choice' && (multiple || display === 'BUTTONS' || display === 'TABLE')) return OptionsField
  return display === 'SCALE' ? ScaleField : inputs[type]
}

/** Text that is only read. */
function NoteField({ field }: FieldProps) {
  return (
    <div className={classes.note}>
      <p>{labelOf(field)}</p>
      {field.help && <p className={classes.help}>{field.help}</p>}
    </div>
  )
}
