import { addDays, daysOutside, type SubjectVisitFacts, standingOf } from '../due.ts'

/**
 * A cell of the matrix of subjects by visits: late, due within seven days, begun, done or begun outside its window, missed,
 * planned, done, or unscheduled without anything. Of a visit that repeats, the first of these that any one is.
 */
export const visitCells = ['L', 'U', 'X', 'M', 'B', 'P', 'D', '-'] as const
export type VisitCell = (typeof visitCells)[number]

/** What a list of subjects can be filtered by, and the cell that each such subject has. */
const visitFigures = { late: 'L', due: 'U', missed: 'M', outside: 'X' } as const satisfies Record<string, VisitCell>
export type VisitFigure = keyof typeof visitFigures
export const visitFigureNames = ['late', 'due', 'missed', 'outside'] as const satisfies readonly VisitFigure[]

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

/** What somebody should do, which nobody can for a subject that is not open. */
const isWaiting: ReadonlySet<VisitFigure> = new Set(['late', 'due'])

/** Whether a subject with these cells is one of those that a figure counts. What became of deleted ones counts nowhere. */
export function isCountedBy(cells: string, status: string, figure: VisitFigure): boolean {
  if (status === 'DELETED' || (status !== 'OPEN' && isWaiting.has(figure))) return false
  return cells.includes(visitFigures[figure])
}
