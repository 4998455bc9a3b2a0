import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import { dayOfDateValue } from '@casebook/domain/forms/form-dates.ts'
import { useCallback } from 'react'
import { useFormatter, useTranslations } from 'use-intl'

/** A stored value as people read it: days as dates, true and false as Yes and No. */
export function useValueText(): (type: FormTypeField['type'] | undefined, value: string) => string {
  const t = useTranslations('forms')
  const format = useFormatter()
  return useCallback(
    (type, value) => {
      if (type === 'Boolean' && value === 'true') return t('yes')
      if (type === 'Boolean' && value === 'false') return t('no')
      const day = type === 'Date' ? dayOfDateValue(value) : undefined
      return day ? format.dateTime(new Date(`${day}T12:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' }) : value
    },
    [t, format],
  )
}
