import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { rangeText } from '@casebook/domain/forms/judgement.ts'
import { useLocaleChoice } from '../../locale/locale.tsx'
import { settledNumber } from '../values/typed-values.ts'
import { fieldInput, shownText } from './field-input.ts'
import type { FieldProps } from './field-props.ts'
import { TextInput } from './plain/PlainInput.tsx'

/** A number as text: type="number" drops what it can't parse and changes with the mouse wheel. */
export function NumberField(props: FieldProps) {
  const { field, value, onChange, onLeave } = props
  const range = field.minimum ?? field.maximum
  const bounds = range === null || range === undefined ? undefined : rangeText(field.minimum, field.maximum)
  const hint = [field.help, bounds].filter(Boolean).join(' · ')
  const { locale } = useLocaleChoice()
  return (
    <TextInput
      {...fieldInput(props)}
      holds="number"
      description={hint || undefined}
      inputMode={padOf(field)}
      value={shownText(value, props.isDisabled)}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => {
        const settled = settledNumber(value, locale === 'nb')
        if (settled !== value) onChange(settled)
        onLeave(settled)
      }}
    />
  )
}

/** The number pads of phones have no minus. */
function padOf({ minimum, decimals }: FormTypeField): 'text' | 'numeric' | 'decimal' {
  if ((minimum ?? 0) < 0) return 'text'
  return decimals === 0 ? 'numeric' : 'decimal'
}
