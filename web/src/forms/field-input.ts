import type { FieldProps } from './FormField.tsx'

/** What all inputs of a form have alike. */
export function fieldInput({ field, error, isDisabled }: FieldProps) {
  return {
    label: field.name,
    name: field.name,
    error,
    disabled: isDisabled,
    withAsterisk: field.required,
    'aria-required': field.required || undefined,
    autoComplete: 'off',
  }
}
