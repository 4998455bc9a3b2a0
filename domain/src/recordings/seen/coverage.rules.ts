import type { Remark } from '../recording.ts'
import { gapSpans, leastTolerance, type RecordedTime, recordedSpan, type Span, sharedSeconds } from './recorded-span.ts'

/** Hours that a clock may be off because it was set in another zone. */
const mostHours = 14

export type CoverageCode =
  | 'start-unknown'
  | 'zone-unknown'
  | 'duration-unknown'
  /** The file does not overlap the activity at all. */
  | 'recorded-elsewhen'
  /** With the clock shifted by `hours`, the file would cover the activity. */
  | 'clock-off-by-hours'
  /** The recording began `seconds` after the activity. */
  | 'begins-late'
  /** The recording ended `seconds` before the activity. */
  | 'ends-early'
  /** `seconds` in the middle of the activity were not recorded. */
  | 'interrupted'

export type CoverageRemark = Remark & { readonly code: CoverageCode }

/** False for codes that only say that coverage is unknown. */
export function isWarning(code: CoverageCode): boolean {
  return !code.endsWith('-unknown')
}

/** Epoch seconds. */
export type Times = { readonly startTime: number; readonly stopTime: number }

/** Reasons why a file does not cover its activity, or why that is unknown. Empty if it covers it. */
export function whyNotCovered(activity: Times, file: RecordedTime): CoverageRemark[] {
  const span = recordedSpan(file)
  if (typeof span === 'string') return [{ code: span }]
  const gaps = gapSpans(span.from, file.gaps)
  const tolerance = file.tolerance ?? leastTolerance
  const reasons = lacks(activity, span, tolerance, gaps)
  if (reasons[0]?.code !== 'recorded-elsewhen') return reasons
  const hours = hoursOff(activity, span, tolerance)
  return hours === null ? reasons : [...reasons, { code: 'clock-off-by-hours', params: { hours } }]
}

/** Pairs of overlapping activities, each pair once, with the shared seconds. */
export function overlaps<A extends Times>(activities: readonly A[]): { first: A; second: A; seconds: number }[] {
  const sorted = activities.toSorted((a, b) => a.startTime - b.startTime || a.stopTime - b.stopTime)
  return sorted.flatMap((first, index) => {
    const later = sorted.slice(index + 1)
    const end = later.findIndex(({ startTime }) => startTime >= first.stopTime)
    return later.slice(0, end === -1 ? undefined : end).map((second) => ({
      first,
      second,
      seconds: sharedSeconds(spanOf(first), spanOf(second)),
    }))
  })
}

/** The files of the same device, by serial number, that were recorded elsewhere at the same time. */
export function recordedByTheSameDevice<F extends RecordedTime & { readonly serialnumber: string | null }>(
  file: RecordedTime & { readonly serialnumber: string | null },
  elsewhere: readonly F[],
): F[] {
  const span = recordedSpan(file)
  if (typeof span === 'string' || file.serialnumber === null) return []
  return elsewhere.filter((other) => {
    const otherSpan = recordedSpan(other)
    if (typeof otherSpan === 'string' || other.serialnumber !== file.serialnumber) return false
    return sharedSeconds(span, otherSpan) > 0
  })
}

function lacks(activity: Times, span: Span, tolerance: number, gaps: readonly Span[] = []): CoverageRemark[] {
  const missed = gaps.reduce((sum, gap) => sum + Math.max(0, sharedSeconds(spanOf(activity), gap)), 0)
  if (sharedSeconds(spanOf(activity), span) - missed <= 0) return [{ code: 'recorded-elsewhen' }]
  const late = span.from - activity.startTime
  const early = activity.stopTime - span.to
  const remarks: CoverageRemark[] = []
  if (late > tolerance) remarks.push({ code: 'begins-late', params: { seconds: Math.round(late) } })
  if (early > tolerance) remarks.push({ code: 'ends-early', params: { seconds: Math.round(early) } })
  if (missed > tolerance) remarks.push({ code: 'interrupted', params: { seconds: Math.round(missed) } })
  return remarks
}

/** The smallest whole number of hours that makes the file cover the activity. */
function hoursOff(activity: Times, span: Span, tolerance: number): number | null {
  for (let distance = 1; distance <= mostHours; distance++)
    for (const hours of [distance, -distance]) {
      const shifted = { from: span.from + hours * 3600, to: span.to + hours * 3600 }
      if (lacks(activity, shifted, tolerance).length === 0) return hours
    }
  return null
}

function spanOf({ startTime, stopTime }: Times): Span {
  return { from: startTime, to: stopTime }
}
