import { useTranslations } from 'use-intl'
import { settledTime } from '../values/typed-values.ts'
import { fieldInput, shownText } from './field-input.ts'
import type { FieldProps } from './field-props.ts'
import { TextInput } from './plain/PlainInput.tsx'

/** Hours, minutes and, optionally, seconds. */
export function TimeField(props: FieldProps) {
  const { value, onChange, onLeave } = props
  const t = useTranslations('forms')
  return (
    <TextInput
      {...fieldInput(props)}
      holds="time"
      inputMode="numeric"
      placeholder={props.field.placeholder ?? t('timeFormat')}
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
