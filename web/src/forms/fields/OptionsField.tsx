import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { codesOf, labelOf, optionsOf, valueOfCodes } from '@casebook/domain/form-types/field-properties.ts'
import { Button, Checkbox, Radio } from '@mantine/core'
import { useTranslations } from 'use-intl'
import classes from './FormField.module.css'
import type { FieldProps } from './field-props.ts'

/** The options of a Choice side by side: one as radio buttons, several as check boxes. Others that are stored stay visible. */
export function OptionsField({ field, value, error, isDisabled, onChange, onLeave }: FieldProps) {
  const t = useTranslations('forms')
  const codes = field.multiple ? codesOf(value) : value === '' ? [] : [value]
  const offered = optionsOf(field)
  const options = [
    ...offered,
    ...codes
      .filter((code) => !offered.some((option) => option.code === code))
      .map((code) => ({ code, label: t('notOffered', { option: code }) })),
  ]
  const shared = {
    label: labelOf(field),
    description: field.help ?? undefined,
    withAsterisk: field.required,
    error,
    onBlur: (event: React.FocusEvent<HTMLDivElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) onLeave(value)
    },
  }
  if (field.multiple) {
    return (
      <Checkbox.Group {...shared} value={codes} onChange={(chosen) => onChange(valueOfCodes(field, chosen))}>
        <div className={classes.answers}>
          {options.map(({ code, label }) => (
            <Checkbox key={code} value={code} label={label} disabled={isDisabled} className={classes.answer} />
          ))}
        </div>
      </Checkbox.Group>
    )
  }
  return (
    <Radio.Group {...shared} name={field.name} value={value} onChange={onChange}>
      <div className={classes.answers}>
        {options.map(({ code, label }) => (
          <Radio key={code} value={code} label={label} disabled={isDisabled} className={classes.answer} />
        ))}
        {!field.required && value !== '' && !isDisabled && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            aria-label={t('clearNamed', { name: labelOf(field) })}
            onClick={() => onChange('')}
          >
            {t('clear')}
          </Button>
        )}
      </div>
    </Radio.Group>
  )
}
