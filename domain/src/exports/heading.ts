/** What was done to leave out what identifies people, as the manifest says it. `fields`: whose values were left out. */
export type Deidentification = {
  replaced: readonly string[]
  left_out: readonly string[]
  shifted: string
  fields: readonly { formtypeid: string; names: readonly string[] }[]
}

/** The request of an export, and the time of its snapshot. */
export type ExportHeading = {
  /** Instant in ISO 8601, UTC, with milliseconds. */
  at: string
  /** The release of the software that makes the export. */
  release: string
  /** The zone in which times are shown, such as Europe/Oslo. */
  zone: string
  siteid: string
  studyid?: string | undefined
  /** Only these subjects of the study. If omitted, all subjects. */
  subjectids?: readonly string[] | undefined
  files: boolean
  history: boolean
  closedOnly: boolean
  /** Whether subjects with the status DELETED are included. Then each row of a subject has the subject's status. */
  deleted: boolean
  /** What was done to leave out what identifies people. Left out if nothing was. */
  deidentified?: Deidentification
  /** Whether recordings of motion are included as Motion-BIDS. */
  bids?: boolean
  /** Whether the stretch of each recording that covers an activity is included, and what decides the parts of the data set. */
  segments?: { seed: number }
  /** Whether the tables are included as Parquet. */
  parquet?: boolean
  /** Whether the forms are included as raw data of REDCap. */
  redcap?: boolean
  /** How many subjects of the extent have the status DELETED, included or not. Null if an older release read the rows. */
  deletedSubjects: number | null
}
