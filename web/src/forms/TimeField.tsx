import { TextInput } from '@mantine/core'
import type { FieldProps } from './FormField.tsx'
import { fieldInput } from './field-input.ts'

/** Hours, minutes and, if wanted, seconds. */
export function TimeField(props: FieldProps) {
  const { value, onChange, onLeave } = props
  return (
    <TextInput
      {...fieldInput(props)}
      placeholder="HH:mm"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => {
        const settled = value.trim()
        if (settled !== value) onChange(settled)
        onLeave(settled)
      }}
    />
  )
}
