import {
  coverageTolerance,
  gapSpans,
  leastTolerance,
  type RecordedTime,
  recordedSpan,
} from '../recordings/seen/recorded-span.ts'
import { readFileDescription } from './file-description.rules.ts'
import { type FileDescription, utcOffset } from './file-description.ts'

/** The stored description of a file and its clock settings. */
export type StoredFile = {
  readonly description?: string | null
  readonly zone?: string | null
  readonly clockCorrection: number
}

/** When a file was recorded. Returns undefined if it was never opened or is not a recording. */
export function recordedTimeOf({ description, ...clock }: StoredFile): RecordedTime | undefined {
  const file = readFileDescription(description)
  return file && !file.unreadable ? recordedTime(file, clock) : undefined
}

type DescribedTime = Pick<FileDescription, 'start' | 'clock' | 'duration' | 'recognised'> & {
  readonly channels: readonly { readonly rate: number | null }[]
  readonly gaps: Pick<FileDescription['gaps'], 'longest'>
}

export function recordedTime(
  { start, clock, duration, recognised, channels, gaps: { longest } }: DescribedTime,
  { zone, clockCorrection }: Omit<StoredFile, 'description'>,
): RecordedTime {
  return {
    start,
    clock,
    duration,
    zone: zone ?? null,
    utcOffset: utcOffset({ recognised }),
    correction: clockCorrection,
    tolerance: coverageTolerance(channels),
    ...(longest && { gaps: longest }),
  }
}

/** In epoch seconds. `gaps`: start and end of each gap, alternately. `tolerance`: see `coverageTolerance`, in seconds. */
export type RecordedBetween = {
  readonly from: number
  readonly to: number
  readonly gaps: readonly number[]
  readonly tolerance: number
}

/** When a file was recorded, as stored in the columns `recorded_…`. */
export function recordedBetween(file: StoredFile): RecordedBetween | undefined {
  const time = recordedTimeOf(file)
  const span = time && recordedSpan(time)
  if (!span || typeof span === 'string') return undefined
  const { tolerance = leastTolerance } = time
  return { ...span, tolerance, gaps: gapSpans(span.from, time.gaps).flatMap(({ from, to }) => [from, to]) }
}
