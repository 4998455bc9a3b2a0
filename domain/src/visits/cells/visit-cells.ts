import { addDays, daysBetween, daysOutside, type Scheduled, type SubjectVisitFacts, standingOf } from '../due.ts'

/**
 * A cell of the matrix of subjects by visits: late, due within seven days, begun, done or begun outside its window, missed,
 * planned, done, or unscheduled without anything. Of a visit that repeats, the first of these that any one is.
 */
export const visitCells = ['L', 'U', 'X', 'M', 'B', 'P', 'D', '-'] as const
export type VisitCell = (typeof visitCells)[number]

/** What a list of subjects can be filtered by, and the cell that each such subject has. */
const visitFigures = {
  ...{ late: 'L', due: 'U', missed: 'M', outside: 'X', begun: 'B', planned: 'P', done: 'D' },
} as const satisfies Record<string, VisitCell>
export type VisitFigure = keyof typeof visitFigures
/** What somebody looks after, which the figures of a study count. */
export const visitFigureNames = ['late', 'due', 'missed', 'outside'] as const satisfies readonly VisitFigure[]
export const visitFilters = [
  ...visitFigureNames,
  ...(['begun', 'planned', 'done'] as const satisfies readonly VisitFigure[]),
]

const daysAhead = 6

type Dated = Pick<SubjectVisitFacts, 'state' | 'date' | 'earliestDate' | 'latestDate'>

/** The cell of one visit of the schedule: all that a subject has of it. `today` is the day in the study's zone. */
export function cellOfVisit(occurrences: readonly Dated[], today: string): VisitCell {
  const found = new Set(occurrences.map((visit) => cellOfOne(visit, today)))
  return visitCells.find((cell) => found.has(cell)) ?? '-'
}

function cellOfOne(visit: Dated, today: string): VisitCell {
  const standing = standingOf(visit, today)
  switch (standing) {
    case 'late':
      return 'L'
    case 'due':
      return 'U'
    case 'planned':
      return (visit.earliestDate ?? '') <= (addDays(today, daysAhead) ?? '') ? 'U' : 'P'
    case 'missed':
      return 'M'
    case 'open':
      return '-'
    default:
      if (daysOutside(visit) !== 0) return 'X'
      return standing === 'begun' ? 'B' : 'D'
  }
}

const [firstDay, lastDay] = ['0001-01-01', '9999-12-31']

/**
 * The cells of visits of which nothing is known but their schedule, as `cellOfVisit` finds them from their dates. By numbers
 * of days, because a study has as many days zero as subjects.
 */
export function plannedCells(schedule: readonly Scheduled[], dayZero: string | undefined, today: string): VisitCell[] {
  if (dayZero === undefined) return schedule.map(() => '-')
  const now = daysBetween(dayZero, today)
  const [first, last] = [daysBetween(dayZero, firstDay), daysBetween(dayZero, lastDay)]
  return schedule.map(({ day, daysBefore, daysAfter }) => {
    if (day === null || day === undefined) return '-'
    const [earliest, latest] = [day - daysBefore, day + daysAfter]
    if (earliest < first || latest > last) return '-'
    if (now > latest) return 'L'
    return now + daysAhead >= earliest ? 'U' : 'P'
  })
}

/** What somebody should do, which nobody can for a subject that is not open. */
const isWaiting: ReadonlySet<VisitFigure> = new Set(['late', 'due', 'planned'])

/**
 * Whether a subject with these cells is one of those that a figure counts; with `place`, by this visit of the schedule
 * alone. What became of deleted ones counts nowhere.
 */
export function isCountedBy(cells: string, status: string, figure: VisitFigure, place?: number): boolean {
  if (status === 'DELETED' || (status !== 'OPEN' && isWaiting.has(figure))) return false
  return (place === undefined ? cells : cells.charAt(place)).includes(visitFigures[figure])
}
