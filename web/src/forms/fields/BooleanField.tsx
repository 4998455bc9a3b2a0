import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { labelOf } from '@casebook/domain/form-types/field-properties.ts'
import { Button, Radio } from '@mantine/core'
import { useTranslations } from 'use-intl'
import classes from './FormField.module.css'
import type { FieldProps } from './field-props.ts'

/**
 * Yes or No, stored as true or false. An optional answer can be cleared. With an empty title the browser shows no sentence of
 * its own about an answer that is still missing.
 */
export function BooleanField({ field, value, error, isDisabled, onChange, onLeave }: FieldProps) {
  const t = useTranslations('forms')
  return (
    <Radio.Group
      label={labelOf(field)}
      description={field.help ?? undefined}
      name={field.name}
      withAsterisk={field.required}
      error={error}
      value={value}
      onChange={onChange}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onLeave(value)
      }}
    >
      <div className={classes.answers}>
        <Radio
          value="true"
          required={field.required}
          title=""
          label={t('yes')}
          disabled={isDisabled}
          className={classes.answer}
        />
        <Radio
          value="false"
          required={field.required}
          title=""
          label={t('no')}
          disabled={isDisabled}
          className={classes.answer}
        />
        {isDisabled && value === '' && <span>–</span>}
        {!field.required && value !== '' && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            disabled={isDisabled}
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
