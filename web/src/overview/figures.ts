import type { Group } from '@casebook/domain/shared/groups.ts'
import type { StudyOverviewQuery } from '../generated/graphql.ts'
import type { Days, ListView } from '../subjects/list/list-view.ts'

export type Figures = NonNullable<StudyOverviewQuery['getStudy']>['figures']
export type FigureName = Exclude<keyof Figures, 'enrolment'>

const open = { status: 'OPEN' } as const

/** The filtered list of subjects behind each number. */
export const listOf: Readonly<Record<FigureName, Partial<ListView>>> = {
  open,
  closed: { status: 'CLOSED' },
  deleted: { status: 'DELETED' },
  formsMissing: { ...open, missing: 'forms' },
  activitiesMissing: { ...open, missing: 'activities' },
  filesMissing: { ...open, missing: 'files' },
  visitsMissing: { ...open, missing: 'visits' },
  uploading: { ...open, missing: 'uploads' },
  warned: { ...open, missing: 'warnings' },
  complete: { ...open, missing: 'nothing' },
  addedLately: { recent: 'added' },
  changedLately: { recent: 'changed', sort: 'changed', isDescending: true },
  closedLately: { recent: 'closed', sort: 'changed', isDescending: true },
}

/** What a number on the overview counts: a figure, everybody (`enrolled`), or those added in the week from a Monday on. */
export type Counted = FigureName | 'enrolled' | `week-${string}`

/** The target of a number's link. */
export type LinkTo = (counted: Counted) => string

/** The filtered list of subjects behind a number. */
export function viewOf(counted: Counted): Partial<ListView> {
  if (counted === 'enrolled') return {}
  return isWeek(counted) ? { added: daysOfWeek(counted) } : listOf[counted]
}

export function countOf(figures: Figures, counted: Counted): number {
  const { enrolment } = figures
  if (counted === 'enrolled') return enrolment.reduce((total, { added }) => total + added, 0)
  if (!isWeek(counted)) return figures[counted]
  return enrolment.find(({ week }) => weekOf(week) === counted)?.added ?? 0
}

/** Reads from an address what a number counts. */
export function readCounted(text: string | null): Counted | undefined {
  if (text === 'enrolled') return text
  const name = summed.find((each) => each === text)
  if (name) return name
  return text !== null && /^week-\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text.slice(5)))
    ? weekOf(text.slice(5))
    : undefined
}

export const weekOf = (day: string): Counted => `week-${day}`
export const isWeek = (counted: Counted): counted is `week-${string}` => counted.startsWith('week-')

export function daysOfWeek(week: `week-${string}`): Days {
  const from = week.slice('week-'.length)
  return { from, to: daysAfter(from, 6) }
}

/** What open subjects wait for, by who can do it. An upload can be continued only by who has the file. */
export const waiting = [
  {
    who: ['hp', 'admin'],
    names: ['formsMissing', 'activitiesMissing', 'filesMissing', 'visitsMissing', 'warned', 'complete'],
  },
  { who: 'uploader', names: ['uploading'] },
] as const satisfies readonly { who: readonly Group[] | 'uploader'; names: readonly FigureName[] }[]
export const lately = ['addedLately', 'changedLately', 'closedLately'] as const
const summed = ['open', 'closed', 'deleted', ...waiting.flatMap(({ names }) => names), ...lately] as const

/** The total figures of several studies. */
export function sumFigures(all: readonly Figures[]): Figures {
  const weeks = new Map<string, number>()
  for (const { enrolment } of all) {
    for (const { week, added } of enrolment) weeks.set(week, (weeks.get(week) ?? 0) + added)
  }
  const enrolment = [...weeks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([week, added]) => ({ week, added }))
  const sum = (name: FigureName) => all.reduce((total, figures) => total + figures[name], 0)
  const missing = { formsMissing: 0, activitiesMissing: 0, filesMissing: 0, visitsMissing: 0 }
  const sums = {
    open: 0,
    closed: 0,
    deleted: 0,
    ...missing,
    uploading: 0,
    warned: 0,
    complete: 0,
    addedLately: 0,
    changedLately: 0,
    closedLately: 0,
  }
  for (const name of summed) sums[name] = sum(name)
  return { ...sums, enrolment }
}

export type EnrolmentPoint = { day: string; total: number }

/** The number of subjects at the end of each week, from zero until today, without weeks that added none. */
export function enrolmentLine(weeks: Figures['enrolment'], today: Date): EnrolmentPoint[] {
  const [first] = weeks
  if (!first) return []
  let total = 0
  const points: EnrolmentPoint[] = [{ day: first.week, total: 0 }]
  for (const { week, added } of weeks) {
    const before = total
    total += added
    if (before > 0) points.push({ day: week, total: before })
    points.push({ day: daysAfter(week, 7), total })
  }
  const now = today.toISOString().slice(0, 10)
  // The current week ends today.
  const untilNow = points.map((point) => (point.day > now ? { ...point, day: now } : point))
  return (untilNow.at(-1)?.day ?? now) < now ? [...untilNow, { day: now, total }] : untilNow
}

/** A subject and how many of the cells of its row are done. */
export type Standing<Subject> = { subject: Subject; done: number }

/**
 * Of the open subjects, those with most and those with least done, at most `most` of each and none in both. Nobody is ahead or
 * behind where all stand alike.
 */
export function aheadAndBehind<Subject extends { status: string; facts: { cells: string } }>(
  subjects: readonly Subject[],
  most: number,
): { ahead: Standing<Subject>[]; behind: Standing<Subject>[] } {
  const standings = subjects
    .filter(({ status }) => status === 'OPEN')
    .map((subject) => ({ subject, done: [...subject.facts.cells].filter((cell) => cell === 'D').length }))
    .sort((a, b) => b.done - a.done)
  const [first, last] = [standings.at(0), standings.at(-1)]
  if (!first || !last || first.done === last.done) return { ahead: [], behind: [] }
  const each = Math.min(most, Math.floor(standings.length / 2))
  return { ahead: standings.slice(0, each), behind: standings.slice(-each).reverse() }
}

function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
