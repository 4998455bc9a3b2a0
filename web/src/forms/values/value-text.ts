import type { FieldType } from '@casebook/domain/form-types/fields.ts'
import { dayOfDateValue } from '@casebook/domain/forms/form-dates.ts'
import { useCallback } from 'react'
import { useFormatter, useTranslations } from 'use-intl'

/** A stored value as displayed: days as dates, true and false as Yes and No. */
export function useValueText(): (type: FieldType | undefined, value: string) => string {
  const t = useTranslations('forms')
  const format = useFormatter()
  return useCallback(
    (type, value) => {
      const dayText = () => {
        const day = dayOfDateValue(value)
        return day ? format.dateTime(new Date(`${day}T12:00:00Z`), { dateStyle: 'long', timeZone: 'UTC' }) : value
      }
      const texts: Record<FieldType, () => string> = {
        Boolean: () => (value === 'true' ? t('yes') : value === 'false' ? t('no') : value),
        Choice: () => value,
        Date: dayText,
        Time: () => value,
        Number: () => value,
        String: () => value,
      }
      return type ? texts[type]() : value
    },
    [t, format],
  )
}
