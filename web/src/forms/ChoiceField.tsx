import { choiceOptions } from '@casebook/domain/form-types/fields.ts'
import { NativeSelect } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { FieldProps } from './FormField.tsx'
import { fieldInput } from './field-input.ts'

/** One of the options; an empty one where none is required. A value that is no longer among them stays visible. */
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
          {t('choose')}
        </option>
      ) : (
        <option value="" />
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
