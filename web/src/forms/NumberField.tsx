import { TextInput } from '@mantine/core'
import { useLocaleChoice } from '../app/locale.tsx'
import type { FieldProps } from './FormField.tsx'
import { fieldInput } from './field-input.ts'
import { settledNumber } from './typed-values.ts'

/** A number as text: type="number" drops what it can't read and changes under the mouse wheel. */
export function NumberField(props: FieldProps) {
  const { value, onChange, onLeave } = props
  const { locale } = useLocaleChoice()
  return (
    <TextInput
      {...fieldInput(props)}
      inputMode="decimal"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => {
        const settled = settledNumber(value, locale === 'nb')
        if (settled !== value) onChange(settled)
        onLeave(settled)
      }}
    />
  )
}
