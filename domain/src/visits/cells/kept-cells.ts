import type { SubjectVisitFacts } from '../due.ts'
import { cellOfVisit, type VisitCell, visitCells } from './visit-cells.ts'

type Dated = Pick<SubjectVisitFacts, 'state' | 'date' | 'earliestDate' | 'latestDate'>

/** For a visit that is only planned. */
const onlyPlanned = '?'

/**
 * A visit of the schedule as a letter from which its cell on any day follows: that of the cell if no day changes it, in
 * lower case if one that is only planned is beside it, and ? if it is only planned. Only planned visits come to be due and late.
 */
export function keptCellOf(occurrences: readonly Dated[]): string {
  const isPlanned = ({ state }: Dated) => state === 'PLANNED'
  const fixed = occurrences.filter((visit) => !isPlanned(visit))
  if (fixed.length === 0) return onlyPlanned
  const cell = cellOfVisit(fixed, '')
  return fixed.length < occurrences.length ? cell.toLowerCase() : cell
}

const cellOfLetter = new Map(
  visitCells.flatMap((cell): [string, VisitCell][] => [
    [cell, cell],
    [cell.toLowerCase(), cell],
  ]),
)

/** The cell of a visit from the letter that was kept. `planned`: the cell that it has as long as it is only planned. */
export function cellOfKept(kept: string, planned: VisitCell): VisitCell {
  if (kept === onlyPlanned) return planned
  const fixed = cellOfLetter.get(kept) ?? '-'
  if (fixed === kept) return fixed
  return visitCells.indexOf(fixed) < visitCells.indexOf(planned) ? fixed : planned
}
