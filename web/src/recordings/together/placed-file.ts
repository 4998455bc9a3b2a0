import type { ReferenceDataRecord } from '../../reference-data/file/reference-record.ts'
import type { RecordingReader } from '../reading/recording-reader.ts'
import type { Recorded } from './frame.ts'

/** A file with the activity that it belongs to. */
export type TogetherFile = ReferenceDataRecord & {
  /** activityKey. */
  activity: string
  activityName: string
}

/** A file with its place on the axis, `shift` seconds later than saved, and its reader while it is shown. */
export type PlacedFile = { file: TogetherFile; recorded: Recorded; shift: number; reader?: RecordingReader | undefined }
