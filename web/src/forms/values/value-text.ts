import { type FieldType, fieldTypeOf } from '@casebook/domain/form-types/field-types.ts'
import { dayOfDateValue } from '@casebook/domain/form-types/form-dates.ts'
import { useCallback } from 'react'
import { useFormatter, useTranslations } from 'use-intl'

/** A stored value as displayed: days as dates, true and false as Yes and No. */
export function useValueText(): (type: FieldType | undefined, value: string) => string {
  const t = useTranslations('forms')
  const format = useFormatter()
  return useCallback(
    (type, value) => {
      const kind = type && fieldTypeOf[type].column.type
      if (kind === 'boolean') return value === 'true' ? t('yes') : value === 'false' ? t('no') : value
      const day = kind === 'date' ? dayOfDateValue(value) : undefined
      return day ? format.dateTime(new Date(`${day}T12:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' }) : value
    },
    [t, format],
  )
}
