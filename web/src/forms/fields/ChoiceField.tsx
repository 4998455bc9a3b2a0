import { choiceOptions } from '@casebook/domain/form-types/field-properties.ts'
import { NativeSelect } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { fieldInput, shownText } from './field-input.ts'
import type { FieldProps } from './field-props.ts'

/** One of the options; an empty one if it is not required. A value that is no longer an option stays visible. */
export function ChoiceField(props: FieldProps) {
  const { field, value, onChange, onLeave } = props
  const t = useTranslations('forms')
  const options = choiceOptions(field.pattern)
  return (
    <NativeSelect
      {...fieldInput(props)}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => onLeave(value)}
    >
      {field.required ? (
        <option value="" disabled hidden>
          {props.isDisabled ? '–' : t('choose')}
        </option>
      ) : (
        <option value="">{shownText('', props.isDisabled)}</option>
      )}
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
      {value !== '' && !options.includes(value) && <option value={value}>{t('notOffered', { option: value })}</option>}
    </NativeSelect>
  )
}
