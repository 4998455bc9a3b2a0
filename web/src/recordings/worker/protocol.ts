import type { Agreement, CorrelateOptions } from '@casebook/domain/recordings/alignment/correlate.ts'
import type { TraceOf } from '@casebook/domain/recordings/alignment/trace.ts'
import type { MeasuredTime } from '@casebook/domain/recordings/measures/measured-time.ts'
import type { Result } from '@casebook/domain/recordings/measures/measuring.ts'
import type { Quality } from '@casebook/domain/recordings/quality/quality.ts'
import type { Annotation, Description, Fault, Layout } from '@casebook/domain/recordings/recording.ts'
import type { View } from '@casebook/domain/recordings/seen/pyramid.ts'
import type { Statistics } from '@casebook/domain/recordings/seen/statistics.ts'
import type { Survey } from '@casebook/domain/recordings/seen/survey.ts'
import type { Unreadable } from '@casebook/domain/reference-data/file-description.ts'

/** The location of a file's bytes: a file that the person picked, or a URL in the store. */
export type FileLocation = { file: File } | { url: string; size: number }

export type ReadingFailure =
  | { kind: 'unreadable'; why: Unreadable }
  /** The store did not respond. */
  | { kind: 'connection' }
  /** A selection with more values than a file may contain. */
  | { kind: 'too-much' }
  /** A later request of the same kind replaced it, or reading was stopped. */
  | { kind: 'superseded' }
  | { kind: 'defect'; message: string }

/** Times are seconds since the start of the recording. */
export type ToReader =
  | { type: 'open'; filename: string; layout: Layout | null }
  /** The response to `locate`; undefined if there is no such file. */
  | { type: 'found'; question: number; at: FileLocation | undefined }
  | { type: 'look'; from: number; to: number; buckets: number }
  | { type: 'measure'; request: number; from: number; to: number }
  | { type: 'trace'; request: number; of: TraceOf }
  /** By all methods, as a server does. */
  | { type: 'apply'; request: number; time: MeasuredTime; epoch: number }
  /** Nobody waits for what is applied any more. */
  | { type: 'cease' }
  /** Of any two recordings: needs no open file. */
  | { type: 'correlate'; request: number; one: Float64Array; other: Float64Array; options: CorrelateOptions }
  | { type: 'extract'; request: number; from: number; to: number; channels: readonly number[]; origin: number | null }

export type FromReader =
  /** Requests a file of the activity by name, or a new link to the file itself if its link expired. */
  | { type: 'locate'; question: number; filename: string | null }
  | {
      type: 'opened'
      description: Description
      layout: Layout | null
      fingerprint: string | null
      /** The recordings of the archive, if it contains several. */
      entries?: readonly string[]
    }
  /** `read`: bytes read so far; `end`: of the last sample read so far. */
  | { type: 'progressed'; read: number; size: number; end: number; faults: readonly Fault[] }
  | { type: 'seen'; from: number; to: number; views: readonly View[] }
  | { type: 'finished'; survey: Survey; quality: Quality; annotations: readonly Annotation[] }
  | { type: 'measured'; request: number; statistics: readonly Statistics[] }
  | { type: 'applied'; request: number; results: readonly Result[] }
  | { type: 'traced'; request: number; values: Float64Array }
  | { type: 'correlated'; request: number; agreement: Agreement | undefined }
  | { type: 'extracted'; request: number; csv: Blob }
  | { type: 'failed'; request: number | null; failure: ReadingFailure }
