import { labelOf } from '@casebook/domain/form-types/field-properties.ts'
import type { FieldProps } from './field-props.ts'

/** The text of an input: in a read-only form, a dash if there is no value. */
export function shownText(text: string, isDisabled: boolean): string {
  return isDisabled && text === '' ? '–' : text
}

/** Common properties of a form's inputs. */
export function fieldInput({ field, error, isDisabled }: FieldProps) {
  return {
    label: field.unit ? `${labelOf(field)} (${field.unit})` : labelOf(field),
    description: field.help ?? undefined,
    placeholder: field.placeholder ?? undefined,
    name: field.name,
    error,
    disabled: isDisabled,
    withAsterisk: field.required,
    'aria-required': field.required || undefined,
    autoComplete: 'off',
  }
}
