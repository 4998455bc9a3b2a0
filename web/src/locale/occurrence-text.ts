import { createContext, useCallback, useContext } from 'react'
import { useFormatter, useTranslations } from 'use-intl'

/** A visit of a subject by its id and number. Its name is undefined where the visit is said around what is named. */
export type VisitText = (visitid: string, occurrence: number) => { name?: string; repeats: boolean } | undefined

/** The visits of the subject that the screen shows. */
export const VisitNames = createContext<VisitText>(() => undefined)

/** A form or an activity of a type that may be recorded several times. */
export type NamedOccurrence = {
  /** The type's name. */
  name: string
  repeats: boolean
  visitid?: string | null | undefined
  occurrence: number
  /** A label of its own. */
  label?: string | null | undefined
  /** yyyy-MM-dd, if it has a date. */
  day?: string | undefined
}

/**
 * Its name on screens: `Walk 2 · with a stick · Week 4 · 20 October`. One of a type that is recorded once has the name of its type and of
 * its visit. In a visit that repeats, the number is the visit's.
 */
export function useOccurrenceText(): (of: NamedOccurrence) => string {
  const t = useTranslations('components')
  const ofVisits = useTranslations('visits')
  const format = useFormatter()
  const visitText = useContext(VisitNames)
  return useCallback(
    ({ name, repeats, visitid, occurrence, label, day }) => {
      const visit = visitid ? visitText(visitid, occurrence) : undefined
      const inVisit = (text: string) => (visit?.name ? ofVisits('inVisit', { name: text, visit: visit.name }) : text)
      const labelled = (text: string) => (label ? t('labelled', { name: text, label }) : text)
      if (visit?.repeats || (!repeats && occurrence === 1)) return inVisit(labelled(name))
      const numbered = inVisit(labelled(t('numbered', { name, number: occurrence })))
      if (day === undefined) return numbered
      const date = new Date(`${day}T12:00:00Z`)
      const isThisYear = date.getUTCFullYear() === new Date().getUTCFullYear()
      const year = isThisYear ? {} : ({ year: 'numeric' } as const)
      const text = format.dateTime(date, { day: 'numeric', month: 'long', ...year, timeZone: 'UTC' })
      return ofVisits('numberedOn', { numbered, day: text })
    },
    [t, ofVisits, format, visitText],
  )
}
