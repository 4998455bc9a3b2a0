import type { KeptOutcome } from '../imports/jobs/import-jobs.sql.ts'

/** What a file that can't be imported would change. */
export const nothing: KeptOutcome = {
  addedSubjects: 0,
  addedForms: 0,
  changedForms: 0,
  confirmed: 0,
  unchanged: 0,
  leftOut: 0,
  leftOutColumns: [],
  origins: [],
  mistakes: [],
}
