import type { ReferenceDataStatus } from '../reference-data/reference-data.rules.ts'
import type { SubjectStatus } from '../subjects/subjects.rules.ts'
import type { Provenance } from './history-row.ts'

/** Whether the type repeats. `occurrences`: something in its study does, or has a visit. Left out if nothing does. */
export type Repeating = { repeats?: boolean; occurrences?: boolean }

/** Which form or activity of its subject and type: without a visit and the first, if left out. */
export type Occurrence = { visitid?: string | null; occurrence?: number }

/** With its own label. Left out if it has none. */
export type LabelledOccurrence = Occurrence & { label?: string | null }

/** Whether a recording of an activity type was measured. Left out if none was. */
export type Measurable = { measured?: boolean }

/** Common columns of rows below a subject. `identifier` is the subject's, and so is the status, if deleted subjects are included. */
export type OfSubject = Provenance & {
  siteid: string
  studyid: string
  subjectid: string
  identifier: string | null
  subject_status?: SubjectStatus
}

/** What was measured in a file by one method. Rows of a file follow one another, in the order of its screen. */
export type MeasureRow = OfSubject &
  Occurrence & {
    activitytypeid: string
    /** The description of the activity type. */
    activitytype: string
    referencedataid: string
    /** Empty in a de-identified export: it is a text of the file. */
    channel: string
    measure: string
    unit: string | null
    value: number | null
    /** The share of the measured time that was recorded. */
    recorded: number
    method: string
    methodVersion: string
    /** JSON. */
    parameters: string
    ofActivity: boolean
    /** When the measured time begins, in epoch seconds; null if it is not known when the file was recorded. */
    measuredFrom: number | null
    epochSeconds: number
    /** The number of the first epoch. Number 0 begins where the measured time does. */
    firstEpoch: number
    epochs: readonly (number | null)[]
  }

/** The columns of a row with an uploaded file. */
export type UploadedFile = {
  persistedObjectName: string
  status: ReferenceDataStatus
  /** Bytes; null until UPLOADED. */
  size: number | null
  /** Lowercase hex; null if the file was uploaded without one. */
  sha256: string | null
}

/** A file from which what identifies people is taken out. `shift`: seconds by which its start is moved. */
export type StoredFile = { objectName: string; shift: number }
