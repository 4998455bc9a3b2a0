import { useCallback } from 'react'
import { useFormatter, useTranslations } from 'use-intl'

/** A form or an activity of a type that may be recorded several times. */
export type NamedOccurrence = {
  /** The type's name. */
  name: string
  repeats: boolean
  occurrence: number
  /** yyyy-MM-dd, if it has a date. */
  day?: string | undefined
}

/** Its name on screens: `Walk 2 · 20 October`. One of a type that is recorded once has the name of its type. */
export function useOccurrenceText(): (of: NamedOccurrence) => string {
  const t = useTranslations('components')
  const format = useFormatter()
  return useCallback(
    ({ name, repeats, occurrence, day }) => {
      if (!repeats && occurrence === 1) return name
      const numbered = t('numbered', { name, number: occurrence })
      if (day === undefined) return numbered
      const date = new Date(`${day}T12:00:00Z`)
      const isThisYear = date.getUTCFullYear() === new Date().getUTCFullYear()
      const year = isThisYear ? {} : ({ year: 'numeric' } as const)
      const text = format.dateTime(date, { day: 'numeric', month: 'long', ...year, timeZone: 'UTC' })
      return t('numberedOn', { numbered, day: text })
    },
    [t, format],
  )
}
