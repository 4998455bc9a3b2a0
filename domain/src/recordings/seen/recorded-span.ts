import { isTimeZone, toInstant } from '../../activities/activity-time.ts'
import type { Clock } from '../recording.ts'
import type { Gap } from './survey.ts'

/** The stored facts about a file's time. */
export type RecordedTime = {
  /** Epoch seconds. If the clock is local, of the local time as if it were UTC. */
  readonly start: number | null
  readonly clock: Clock
  /** In seconds. */
  readonly duration: number | null
  /** The zone of the recorder's clock, as set by a person. Used if the file does not contain it. */
  readonly zone: string | null
  /** Seconds by which the recorder's clock was ahead of UTC, if the file contains them. Used if no zone was set. */
  readonly utcOffset?: number | null
  /** Seconds that the recorder's clock was behind, to be added to its times. */
  readonly correction: number
  /** The longest gaps, in chronological order. Omitted if unknown. */
  readonly gaps?: readonly Gap[]
  /** Seconds that may be missing without being missed, see `coverageTolerance`. */
  readonly tolerance?: number
}

/** Seconds below which nothing is missed: one sample of the fastest channel, and at least one second. */
export function coverageTolerance(channels: readonly { readonly rate: number | null }[]): number {
  const fastest = channels.reduce((most, { rate }) => Math.max(most, rate ?? 0), 0)
  return fastest > 0 ? Math.max(leastTolerance, 1 / fastest) : leastTolerance
}

/** Epoch seconds; `to` is exclusive. */
export type Span = { readonly from: number; readonly to: number }

/** In seconds; activities have no fractions. */
export const leastTolerance = 1

export type UnknownTime = 'start-unknown' | 'zone-unknown' | 'duration-unknown'

/**
 * When a file was recorded, or which information is missing. The duration is elapsed time: recorders do not observe
 * summer time.
 */
export function recordedSpan(time: RecordedTime): Span | UnknownTime {
  const { start, duration, correction } = time
  if (start === null) return 'start-unknown'
  const begun = instantOf(start, time)
  if (begun === undefined) return 'zone-unknown'
  const from = begun + correction
  return duration === null ? 'duration-unknown' : { from, to: from + duration }
}

/** Recorders don't observe summer time, so that an offset in the file applies to its start. A person's zone precedes it. */
function instantOf(start: number, { clock, zone, utcOffset = null }: RecordedTime): number | undefined {
  if (clock === 'utc') return start
  if (zone !== null) return isTimeZone(zone) ? toInstant(start, zone) : undefined
  return utcOffset === null ? undefined : start - utcOffset
}

/** The gaps of a file that was recorded from `from` on. */
export function gapSpans(from: number, gaps: readonly Gap[] = []): Span[] {
  return gaps.map(({ at, seconds }) => ({ from: from + at, to: from + at + seconds }))
}

/** The overlap of two spans in seconds; 0 or less if they do not overlap. */
export function sharedSeconds(first: Span, second: Span): number {
  return Math.min(first.to, second.to) - Math.max(first.from, second.from)
}
