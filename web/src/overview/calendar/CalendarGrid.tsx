import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { TextButton } from '../../components/buttons/TextButton.tsx'
import classes from './Calendar.module.css'
import { GridEntry } from './CalendarEntry.tsx'
import { type CalendarView, dayOfKey, type Entry, weekNumber, weeksOf } from './calendar-view.ts'

/** How many visits of a day stand in it; the others are in its list. */
const most = { month: 3, weeks: 10 } as const

const noon = (day: string) => new Date(`${day}T12:00:00Z`)

/** The days of a month or of two weeks, with their visits. Arrow keys lead from day to day; a pressed day shows its list. */
export function CalendarGrid({
  studyid,
  view,
  days,
  today,
  label,
  onDay,
  onOpen,
}: {
  studyid: string
  view: CalendarView
  days: ReadonlyMap<string, readonly Entry[]>
  today: string
  label: string
  /** A day is chosen by a key: it may be outside of what is shown. */
  onDay: (day: string) => void
  /** The list of a day is asked for. */
  onOpen: (day: string) => void
}) {
  const t = useTranslations('calendar')
  const format = useFormatter()
  const table = useRef<HTMLTableElement>(null)
  const [led, setLed] = useState<string>()
  const weeks = weeksOf(view)

  // A key may have led to a day of another month, which is here only now.
  useEffect(() => {
    if (led !== undefined && led === view.day) table.current?.querySelector<HTMLElement>(`[data-day="${led}"]`)?.focus()
  }, [led, view.day])

  function onKeyDown(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target as HTMLElement).dataset.day) return
    const next = dayOfKey(event.key, view.day)
    if (next === undefined) return
    event.preventDefault()
    setLed(next)
    onDay(next)
  }

  return (
    <table ref={table} className={classes.grid} aria-label={label} onKeyDown={onKeyDown}>
      <thead>
        <tr>
          <th scope="col">{t('week')}</th>
          {(weeks[0] ?? []).map((day) => (
            <th key={day} scope="col">
              {format.dateTime(noon(day), { weekday: 'short', timeZone: 'UTC' })}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]}>
            <th scope="row">{weekNumber(week[0] ?? '')}</th>
            {week.map((day) => {
              const entries = days.get(day) ?? []
              const shown = entries.length <= most[view.span] + 1 ? entries : entries.slice(0, most[view.span])
              const date = format.dateTime(noon(day), { dateStyle: 'full', timeZone: 'UTC' })
              return (
                <td
                  key={day}
                  data-other={(view.span === 'month' && day.slice(0, 7) !== view.day.slice(0, 7)) || undefined}
                  data-today={day === today || undefined}
                >
                  <button
                    type="button"
                    className={classes.day}
                    data-day={day}
                    tabIndex={day === view.day ? 0 : -1}
                    aria-pressed={day === view.day}
                    aria-current={day === today ? 'date' : undefined}
                    aria-label={t('dayWith', { date, count: entries.length })}
                    onClick={() => onOpen(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                  {shown.length > 0 && (
                    <ul aria-label={date}>
                      {shown.map((entry) => (
                        <GridEntry key={entry.key} studyid={studyid} entry={entry} />
                      ))}
                    </ul>
                  )}
                  {shown.length < entries.length && (
                    <TextButton
                      label={t('moreOf', { count: entries.length - shown.length, date })}
                      onClick={() => onOpen(day)}
                    >
                      {t('more', { count: entries.length - shown.length })}
                    </TextButton>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
