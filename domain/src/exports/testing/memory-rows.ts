import type {
  ActivityRow,
  ExportRows,
  FormRow,
  HistoryRow,
  ReferenceDataRow,
  RunningActivityRow,
  SubjectDeviceRow,
  SubjectRow,
} from '../rows.ts'

export type RowLists = Omit<
  ExportRows,
  'subjects' | 'subjectDevices' | 'forms' | 'activities' | 'runningActivities' | 'referenceData' | 'history'
> & {
  subjects: readonly SubjectRow[]
  subjectDevices: readonly SubjectDeviceRow[]
  forms: readonly FormRow[]
  activities: readonly ActivityRow[]
  runningActivities: readonly RunningActivityRow[]
  referenceData: readonly ReferenceDataRow[]
  history: readonly HistoryRow[]
}

/** Rows of a small export in memory. The lists are in the order that `ExportRows` requires. */
export function memoryRows(lists: RowLists): ExportRows {
  return {
    ...lists,
    subjects: () => each(lists.subjects),
    subjectDevices: () => each(lists.subjectDevices),
    forms: (formtypeid) => each(lists.forms.filter((form) => !formtypeid || form.formtypeid === formtypeid)),
    activities: () => each(lists.activities),
    runningActivities: () => each(lists.runningActivities),
    referenceData: () => each(lists.referenceData),
    history: () => each(lists.history),
  }
}

async function* each<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows
}
