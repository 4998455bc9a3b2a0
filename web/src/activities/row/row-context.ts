import type { ActivityRecord, OfferedActivityType, OfferedVisit } from '../record/activity-record.ts'

/** Properties of every row of a subject's activities. */
export type RowContext = {
  siteid: string
  studyid: string
  subjectid: string
  activities: readonly ActivityRecord[]
  /** The visits of the subject. */
  visits: readonly OfferedVisit[]
  /** The visit that these rows belong to. */
  visit: OfferedVisit | undefined
  /** What was worn during an activity, in words. */
  wornIn: (activity: ActivityRecord) => string | undefined
  /** The subject's date, noon UTC in epoch seconds: the default for new rows. */
  date: number | undefined
  zone: string
  /** The types without an activity, and those that repeat: offered by a new row's select. */
  unused: readonly OfferedActivityType[]
  /** The subject is not open. */
  isDisabled: boolean
  /** No activity can be added, because no date is saved. */
  isAddingBlocked: boolean
  onSaved: () => void
}

/** Whether the subject has an activity of the row's type. */
export type RowState = 'recorded' | 'running' | 'none'
