import { useTimeZone, useTranslations } from 'use-intl'
import { dateTimeValueTyped, settledDateTime, typedDateTime } from '../values/typed-values.ts'
import { fieldInput, shownText } from './field-input.ts'
import type { FieldProps } from './field-props.ts'
import { TextInput } from './plain/PlainInput.tsx'

/** A day and a time, typed as yyyy-MM-dd HH:mm in the study's zone. Stored as epoch seconds. */
export function DateTimeField(props: FieldProps) {
  const { value, onChange, onLeave } = props
  const t = useTranslations('forms')
  const zone = useTimeZone() ?? 'UTC'
  return (
    <TextInput
      {...fieldInput(props)}
      holds="dateTime"
      inputMode="numeric"
      placeholder={props.field.placeholder ?? t('dateTimeFormat')}
      value={shownText(typedDateTime(value, zone), props.isDisabled)}
      onChange={(event) => onChange(dateTimeValueTyped(event.currentTarget.value, zone))}
      onBlur={() => {
        const settled = settledDateTime(value, zone)
        if (settled !== value) onChange(settled)
        onLeave(settled)
      }}
    />
  )
}
