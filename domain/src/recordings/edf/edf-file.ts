import type { Source } from '../recording.ts'
import type { AnnotationStore } from './edf-annotations.ts'
import type { EdfHeader, EdfSignal } from './edf-header.ts'
import type { RecordTimes } from './edf-record-times.ts'

export type EdfFile = {
  readonly source: Source
  readonly header: EdfHeader
  /** The signals to draw, in the order of the description's channels. */
  readonly signals: readonly EdfSignal[]
  readonly annotationSignals: readonly EdfSignal[]
  /** Complete records in the file. */
  readonly records: number
  /** Bytes of the truncated last record. */
  readonly rest: number
  readonly times: RecordTimes
  readonly annotations: AnnotationStore
}
