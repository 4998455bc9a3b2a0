import { compareSubjects } from '@casebook/domain/subjects/subjects.rules.ts'
import type { ListView, SortKey } from './list-view.ts'
import type { SubjectRow } from './SubjectPanels.tsx'

/** The sort key of a column, ascending; equal keys are sorted by name. */
const values: Readonly<Record<Exclude<SortKey, 'identifier'>, (row: SubjectRow) => number>> = {
  status: ({ status }) => ['OPEN', 'CLOSED', 'DELETED'].indexOf(status),
  forms: ({ facts }) => share(facts.formsDone, facts.formsExpected),
  activities: ({ facts }) => share(facts.activitiesDone, facts.activitiesExpected),
  files: ({ facts }) => share(facts.filesDone, facts.filesExpected),
  warnings: ({ facts }) => facts.warnings,
  changed: ({ facts }) => Date.parse(facts.changedAt),
}

export function comparing({
  sort,
  isDescending,
}: Pick<ListView, 'sort' | 'isDescending'>): (one: SubjectRow, other: SubjectRow) => number {
  const sign = isDescending ? -1 : 1
  if (sort === 'identifier') return (one, other) => sign * compareSubjects(one, other)
  const of = values[sort]
  return (one, other) => sign * (of(one) - of(other)) || compareSubjects(one, other)
}

/** If nothing is expected, nothing is missing. */
function share(done: number, expected: number): number {
  return expected === 0 ? 1 : done / expected
}
