import { dateValueOf } from '@casebook/domain/form-types/values/form-dates.ts'
import { compareSubjects } from '@casebook/domain/subjects/subjects.rules.ts'
import { cellOfVisit, type VisitCell, visitCells } from '@casebook/domain/visits/cells/visit-cells.ts'
import { addDays } from '@casebook/domain/visits/due.ts'
import type { CalendarQuery } from '../../generated/graphql.ts'

export const spans = ['month', 'weeks'] as const
export type Span = (typeof spans)[number]

/** What a calendar shows, in its address. `day`: one of the days shown. `visit` and `cell` filter, like `filter`, a part of an identifier. */
export type CalendarView = {
  span: Span
  day: string
  visit: string | undefined
  cell: VisitCell | undefined
  filter: string
}

/** How many weeks a calendar of weeks shows. */
const weeksShown = 2
const daysPerWeek = 7

/** What a calendar can be filtered by: every state of a visit that has a day. */
export const calendarCells = visitCells.filter((cell) => cell !== '-')

/** Reads a view from an address. Unknown values are ignored. */
export function readCalendar(search: URLSearchParams, today: string): CalendarView {
  const day = search.get('day') ?? ''
  return {
    span: spans.find((span) => span === search.get('span')) ?? 'month',
    day: dateValueOf(day) === undefined ? today : day,
    visit: search.get('visit') || undefined,
    cell: calendarCells.find((cell) => cell === search.get('state')),
    filter: search.get('q') ?? '',
  }
}

/** Writes a view to an address's parameters. Other parameters are kept, and default values omitted. */
export function writeCalendar(before: URLSearchParams, view: CalendarView, today: string): URLSearchParams {
  const search = new URLSearchParams(before)
  const parameters = {
    span: view.span === 'month' ? '' : view.span,
    day: view.day === today ? '' : view.day,
    visit: view.visit,
    state: view.cell,
    q: view.filter,
  }
  for (const [name, value] of Object.entries(parameters)) {
    if (value) search.set(name, value)
    else search.delete(name)
  }
  return search
}

const plus = (day: string, days: number) => addDays(day, days) ?? day

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  return plus(day, -((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % daysPerWeek))
}

/** The weeks that a calendar shows, each of seven days from Monday. */
export function weeksOf({ span, day }: Pick<CalendarView, 'span' | 'day'>): string[][] {
  const first = mondayOf(span === 'month' ? `${day.slice(0, 7)}-01` : day)
  const isShown = (week: number) => span === 'weeks' || plus(first, week * daysPerWeek).slice(0, 7) <= day.slice(0, 7)
  const weeks = Array.from({ length: span === 'weeks' ? weeksShown : 6 }, (_, week) => week).filter(isShown)
  return weeks.map((week) => Array.from({ length: daysPerWeek }, (_, place) => plus(first, week * daysPerWeek + place)))
}

/** The same day of the month so many months later, or the last one of a shorter month; or the day so many spans of weeks later. */
export function movedBy({ span, day }: Pick<CalendarView, 'span' | 'day'>, steps: number): string {
  if (span === 'weeks') return plus(day, steps * weeksShown * daysPerWeek)
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const first = new Date(Date.UTC(2000, month - 1 + steps, 1, 12))
  first.setUTCFullYear(year + first.getUTCFullYear() - 2000)
  const last = new Date(first)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  first.setUTCDate(Math.min(date, last.getUTCDate()))
  const moved = first.toISOString().slice(0, 10)
  return dateValueOf(moved) === undefined ? day : moved
}

/** The number of a week by ISO 8601, of one of its days. */
export function weekNumber(day: string): number {
  const thursday = plus(mondayOf(day), 3)
  const start = Date.parse(`${thursday.slice(0, 4)}-01-01T12:00:00Z`)
  return 1 + Math.floor((Date.parse(`${thursday}T12:00:00Z`) - start) / 86_400_000 / daysPerWeek)
}

const arrows: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** The day that a key leads to from another one; undefined for other keys. */
export function dayOfKey(key: string, day: string): string | undefined {
  const days = arrows[key]
  if (days !== undefined) return plus(day, days)
  if (key === 'Home') return mondayOf(day)
  if (key === 'End') return plus(mondayOf(day), daysPerWeek - 1)
  if (key === 'PageUp') return movedBy({ span: 'month', day }, -1)
  return key === 'PageDown' ? movedBy({ span: 'month', day }, 1) : undefined
}

type Listed = CalendarQuery['listCalendar'][number]
export type Entry = Listed & { key: string; name: string; visit: string; cell: VisitCell }

/** The visits by day, in the order of subjects' names. Those that the view's filter leaves out are not there. */
export function entriesByDay(
  { listVisits, listCalendar }: CalendarQuery,
  { visit, cell, filter }: Pick<CalendarView, 'visit' | 'cell' | 'filter'>,
  today: string,
): Map<string, Entry[]> {
  const nameOf = new Map(listVisits.map(({ visitid, name }) => [visitid, name]))
  const wanted = filter.trim().toLowerCase()
  const days = new Map<string, Entry[]>()
  for (const listed of listCalendar) {
    if (visit !== undefined && listed.visitid !== visit) continue
    const found = cellOfVisit([{ ...listed, date: listed.day }], today)
    // An unscheduled visit on a day that was agreed is planned, too.
    const own = found === '-' ? 'P' : found
    if (cell !== undefined && own !== cell) continue
    const name = listed.identifier ?? listed.subjectid
    if (!name.toLowerCase().includes(wanted)) continue
    const { subjectid, visitid, occurrence, day } = listed
    const kind = nameOf.get(visitid) ?? ''
    const entry = { key: `${subjectid} ${visitid} ${occurrence}`, name, cell: own }
    const all = days.get(day) ?? []
    all.push({ ...listed, ...entry, visit: occurrence > 1 ? `${kind} ${occurrence}` : kind })
    days.set(day, all)
  }
  for (const all of days.values()) all.sort(compareSubjects)
  return days
}
