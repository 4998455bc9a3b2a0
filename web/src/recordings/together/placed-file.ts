import type { ReferenceDataRecord } from '../../reference-data/file/use-download.ts'
import type { RecordingReader } from '../reading/recording-reader.ts'
import type { Recorded } from './frame.ts'

/** A file with the activity that it belongs to. */
export type TogetherFile = ReferenceDataRecord & {
  /** activityKey. */
  activity: string
  activityName: string
}

/** A file with its place on the axis, `shift` seconds later than saved, and its reader from when it was opened. */
export type PlacedFile = { file: TogetherFile; recorded: Recorded; shift: number; reader?: RecordingReader | undefined }
