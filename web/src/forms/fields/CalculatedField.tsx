import { labelOf } from '@casebook/domain/form-types/field-properties.ts'
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { Input } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useValueText } from '../values/value-text.ts'
import classes from './FormField.module.css'

/** A value that follows from the others. It cannot be typed. */
export function CalculatedField({
  field,
  value,
  error,
}: {
  field: FormTypeField
  value: string
  error: string | undefined
}) {
  const t = useTranslations('forms')
  const textOf = useValueText()
  return (
    <Input.Wrapper labelElement="div" label={labelOf(field)} description={field.help ?? t('calculated')} error={error}>
      <output className={classes.calculated} aria-label={labelOf(field)}>
        {value === '' ? '–' : `${textOf(field, value)} ${field.unit ?? ''}`.trim()}
      </output>
    </Input.Wrapper>
  )
}
