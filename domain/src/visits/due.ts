import { dateValueOf, dayOfDateValue } from '../form-types/values/form-dates.ts'
import type { SubjectVisitState } from './visits.rules.ts'

const secondsPerDay = 86_400

/** How many days a visit may be early or late. */
export type Window = { daysBefore: number; daysAfter: number }

export type Scheduled = Window & { day?: number | null | undefined }

export type VisitDates = { plannedDate: string | null; earliestDate: string | null; latestDate: string | null }

const unknown: VisitDates = { plannedDate: null, earliestDate: null, latestDate: null }

/**
 * When a visit of a subject is due: days of the calendar (`2026-10-20`), which no change of clocks moves. `dayZero` is
 * the subject's date. Null for an unscheduled visit, without a day zero, and outside the years 1 to 9999.
 */
export function visitDates({ day, daysBefore, daysAfter }: Scheduled, dayZero: string | undefined): VisitDates {
  if (dayZero === undefined || day === null || day === undefined) return unknown
  const zero = dateValueOf(dayZero)
  const plannedDate = dayAfter(zero, day)
  const earliestDate = dayAfter(zero, day - daysBefore)
  const latestDate = dayAfter(zero, day + daysAfter)
  if (!plannedDate || !earliestDate || !latestDate) return unknown
  return { plannedDate, earliestDate, latestDate }
}

/** The day so many days later. Undefined if `date` is no day, or the result is outside the years 1 to 9999. */
export function addDays(date: string, days: number): string | undefined {
  return dayAfter(dateValueOf(date), days)
}

function dayAfter(value: string | undefined, days: number): string | undefined {
  return value === undefined ? undefined : dayOfDateValue(String(Number(value) + days * secondsPerDay))
}

/** Days from one day to another; negative if `to` is earlier. Both are days of the calendar. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T12:00:00Z`) - Date.parse(`${from}T12:00:00Z`)) / 1000 / secondsPerDay
}

type Visit = Partial<{ readonly [name in keyof VisitDates]: string | null | undefined }> & {
  readonly state: SubjectVisitState
  readonly date?: string | null | undefined
}

/**
 * What is to be done about a visit: `open` if it is unscheduled or its date is not known, `planned` before its window,
 * `due` within it, `late` after it, and otherwise its state.
 */
export type VisitStanding = 'open' | 'planned' | 'due' | 'late' | 'begun' | 'done' | 'missed'

const saidStandings = { BEGUN: 'begun', DONE: 'done', MISSED: 'missed' } as const

/** `today` is the day in the study's zone. */
export function standingOf({ state, earliestDate, latestDate }: Visit, today: string): VisitStanding {
  if (state !== 'PLANNED') return saidStandings[state]
  if (!earliestDate || !latestDate) return 'open'
  if (today < earliestDate) return 'planned'
  return today > latestDate ? 'late' : 'due'
}

/** How many days outside its window a visit was: negative if too early, positive if too late, 0 if within or not known. */
export function daysOutside({ state, date, earliestDate, latestDate }: Visit): number {
  if (state === 'MISSED' || !date || !earliestDate || !latestDate) return 0
  if (date < earliestDate) return daysBetween(earliestDate, date)
  return date > latestDate ? daysBetween(latestDate, date) : 0
}

/** What a person said of a visit of a subject. */
export type StoredVisit = {
  visitid: string
  occurrence: number
  state: SubjectVisitState
  date: string | null
  reason: string | null
  /** Why it was outside its window, and why its activities were done in another order. Left out if nobody explained it. */
  outsideReason?: string | null
  orderReason?: string | null
  version: number
}

/** What a subject has of a visit: the day of its first activity, if it has one. */
export type Recorded = { visitid: string; occurrence: number; date: string | null }

export type SubjectVisitFacts = VisitDates & Omit<StoredVisit, 'visitid'>

type Facts = { stored: readonly StoredVisit[]; recorded: readonly Recorded[] }

/**
 * The visits of a subject for one visit of the schedule, by occurrence: those that a person said something of, those
 * that something recorded belongs to, and without either the first.
 */
export function occurrencesOf(
  visit: Scheduled & { repeats: boolean },
  facts: Facts,
  dayZero: string | undefined,
): SubjectVisitFacts[] {
  return occurrencesOn(visit, facts, visitDates(visit, dayZero))
}

/** `occurrencesOf` for a visit whose dates are known. */
export function occurrencesOn(
  visit: { repeats: boolean },
  { stored, recorded }: Facts,
  dates: VisitDates,
): SubjectVisitFacts[] {
  const begun = new Map<number, string | null>()
  for (const { occurrence, date } of recorded) {
    const which = visit.repeats ? occurrence : 1
    const earlier = begun.get(which) ?? null
    begun.set(which, earlier === null || (date !== null && date < earlier) ? date : earlier)
  }
  const said = new Map(stored.map((each) => [each.occurrence, each]))
  const all = new Set([...said.keys(), ...begun.keys()])
  if (all.size === 0) all.add(1)
  return [...all]
    .sort((a, b) => a - b)
    .map((occurrence) => {
      const { state = 'PLANNED', date = null, reason = null, version = 0, ...more } = said.get(occurrence) ?? {}
      const { outsideReason, orderReason } = more as Partial<StoredVisit>
      const explained = { ...(outsideReason && { outsideReason }), ...(orderReason && { orderReason }) }
      const isBegun = state === 'PLANNED' && begun.has(occurrence)
      const shown = date ?? (state === 'MISSED' ? null : (begun.get(occurrence) ?? null))
      return { occurrence, state: isBegun ? 'BEGUN' : state, ...dates, date: shown, reason, ...explained, version }
    })
}
