import { optionsOf } from '@casebook/domain/form-types/field-properties.ts'
import { useTranslations } from 'use-intl'
import { fieldInput, shownText } from './field-input.ts'
import type { FieldProps } from './field-props.ts'
import { NativeSelect } from './plain/PlainInput.tsx'

/** One of the options; an empty one if it is not required. A value that is no longer an option stays visible. */
export function ChoiceField(props: FieldProps) {
  const { field, value, onChange, onLeave } = props
  const t = useTranslations('forms')
  const options = optionsOf(field)
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
      {options.map(({ code, label }) => (
        <option key={code} value={code}>
          {label}
        </option>
      ))}
      {value !== '' && !options.some(({ code }) => code === value) && (
        <option value={value}>{t('notOffered', { option: value })}</option>
      )}
    </NativeSelect>
  )
}
