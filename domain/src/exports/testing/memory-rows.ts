import type { ExportHeading } from '../heading.ts'
import type { HistoryRow } from '../history-row.ts'
import type { ExportedList, ExportRows, RowOf, UserRow } from '../rows.ts'

export type RowLists = { [List in ExportedList]: readonly RowOf[List][] } & {
  heading: ExportHeading
  users: readonly UserRow[]
  history: readonly HistoryRow[]
}

/** Rows of a small export in memory. The lists are in the order that `ExportRows` requires. */
export function memoryRows(lists: RowLists): ExportRows {
  return {
    ...lists,
    subjects: () => each(lists.subjects),
    subjectDevices: () => each(lists.subjectDevices),
    worn: () => each(lists.worn),
    subjectVisits: () => each(lists.subjectVisits),
    forms: (formtypeid) => each(lists.forms.filter((form) => !formtypeid || form.formtypeid === formtypeid)),
    activities: () => each(lists.activities),
    runningActivities: () => each(lists.runningActivities),
    referenceData: () => each(lists.referenceData),
    measures: () => each(lists.measures),
    history: () => each(lists.history),
  }
}

async function* each<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows
}
