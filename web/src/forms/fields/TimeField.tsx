import { TextInput } from '@mantine/core'
import { settledTime } from '../values/typed-values.ts'
import { fieldInput, shownText } from './field-input.ts'
import type { FieldProps } from './field-props.ts'

/** Hours, minutes and, optionally, seconds. */
export function TimeField(props: FieldProps) {
  const { value, onChange, onLeave } = props
  return (
    <TextInput
      {...fieldInput(props)}
      placeholder="HH:mm"
      value={shownText(value, props.isDisabled)}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => {
        const settled = settledTime(value)
        if (settled !== value) onChange(settled)
        onLeave(settled)
      }}
    />
  )
}
