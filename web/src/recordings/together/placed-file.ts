import type { ReferenceDataRecord } from '../../reference-data/file/use-download.ts'
import type { Correction } from '../clock/use-correction.ts'
import type { RecordingReader } from '../reading/recording-reader.ts'
import type { Recorded } from './frame.ts'

/** A file with the activity that it belongs to. */
export type TogetherFile = ReferenceDataRecord & {
  /** activityKey. */
  activity: string
  activityName: string
}

/** A file with its place on the axis, later than saved by the shift of its correction. */
export type PlacedFile = {
  file: TogetherFile
  recorded: Recorded
  correction: Correction
  /** From when it was opened. */
  reader?: RecordingReader | undefined
}
