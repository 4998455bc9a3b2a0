import { codesOf, optionsOf } from '@casebook/domain/form-types/field-properties.ts'
import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { dayOfDateValue, secondsOfDateTimeValue } from '@casebook/domain/form-types/values/form-dates.ts'
import { useCallback } from 'react'
import { useFormatter, useTranslations } from 'use-intl'

type Shown = Pick<FormTypeField, 'type' | 'options' | 'pattern' | 'multiple'>

/** A stored value as displayed: days and times as dates, true and false as Yes and No, codes by their labels. */
export function useValueText(): (field: Shown | undefined, value: string) => string {
  const t = useTranslations('forms')
  const format = useFormatter()
  return useCallback(
    (field, value) => {
      if (!field || value === '') return value
      if (field.type === 'Choice') return labelsOf(field, value)
      if (field.type === 'Boolean') return value === 'true' ? t('yes') : value === 'false' ? t('no') : value
      const seconds = field.type === 'DateTime' ? secondsOfDateTimeValue(value) : undefined
      if (seconds !== undefined) return format.dateTime(seconds * 1000, { dateStyle: 'long', timeStyle: 'medium' })
      const day = field.type === 'Date' ? dayOfDateValue(value) : undefined
      return day ? format.dateTime(new Date(`${day}T12:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' }) : value
    },
    [t, format],
  )
}

function labelsOf(field: Shown, value: string): string {
  const labels = new Map(optionsOf(field).map(({ code, label }) => [code, label]))
  return (field.multiple ? codesOf(value) : [value]).map((code) => labels.get(code) ?? code).join(', ')
}
