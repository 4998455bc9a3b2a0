import { whyNotCovered } from '../../recordings/seen/coverage.rules.ts'
import type { RecordedTime } from '../../recordings/seen/recorded-span.ts'
import type { ReferenceDataStatus } from '../../reference-data/reference-data.rules.ts'
import { compareCodeUnits } from '../../shared/names/names.ts'
import { compareOccurrences, keyOfOccurrence, type Occurrence } from '../../shared/names/occurrences.ts'

export type DayFile = {
  referencedataid: string
  filename: string
  status: ReferenceDataStatus
  /** The file's description, if it was read. */
  recorded?: RecordedTime
}

export type DayActivity = Occurrence & {
  activitytypeid: string
  /** Epoch seconds. */
  startTime: number
  stopTime: number
  referenceData: readonly DayFile[]
}

/** `activity` and `other` are keys (keyOfOccurrence). */
export type DayWarning = { activitytypeid: string; activity: string } & (
  | { kind: 'no-file' }
  /** It begins before the end of `other`. */
  | { kind: 'overlaps'; other: string; seconds: number }
  | { kind: 'upload-failed'; referencedataid: string }
  /** `amount` is in hours if the clock is off, else in seconds. */
  | { kind: 'not-covered'; referencedataid: string; code: NotCovered; amount: number }
)

const notCovered = ['recorded-elsewhen', 'clock-off-by-hours', 'begins-late', 'ends-early', 'interrupted'] as const
export type NotCovered = (typeof notCovered)[number]

type OfferedTypes = { activitytypes: readonly { activitytypeid: string; expectsFile: boolean }[] }

/** Activities in chronological order. */
export function inOrder<A extends DayActivity>(activities: readonly A[]): A[] {
  return activities.toSorted(
    (a, b) =>
      a.startTime - b.startTime ||
      a.stopTime - b.stopTime ||
      compareCodeUnits(a.activitytypeid, b.activitytypeid) ||
      compareOccurrences(a, b),
  )
}

/** What somebody should check, in chronological order. An activity has at most one warning of overlap. */
export function warningsOfDay(activities: readonly DayActivity[], { activitytypes }: OfferedTypes): DayWarning[] {
  const expecting = new Set(activitytypes.filter(({ expectsFile }) => expectsFile).map((type) => type.activitytypeid))
  let latest: DayActivity | undefined
  return inOrder(activities).flatMap((activity) => {
    const { activitytypeid, referenceData, startTime, stopTime } = activity
    const of = nameOf(activity)
    const warnings: DayWarning[] = []
    if (latest && startTime < latest.stopTime) {
      const seconds = Math.min(stopTime, latest.stopTime) - startTime
      warnings.push({ kind: 'overlaps', ...of, other: nameOf(latest).activity, seconds })
    }
    if (!latest || stopTime > latest.stopTime) latest = activity
    if (referenceData.length === 0 && expecting.has(activitytypeid)) warnings.push({ kind: 'no-file', ...of })
    for (const file of referenceData) {
      const { referencedataid, status } = file
      if (status === 'FAILED') warnings.push({ kind: 'upload-failed', ...of, referencedataid })
      warnings.push(...lacksOf(file, activity))
    }
    return warnings
  })
}

/** A file with unknown time has no warning. If the clock is off, that warning explains the others. */
function lacksOf({ referencedataid, status, recorded }: DayFile, activity: DayActivity): DayWarning[] {
  if (status !== 'UPLOADED' || !recorded) return []
  const reasons = whyNotCovered(activity, recorded)
  const isClockOff = reasons.some(({ code }) => code === 'clock-off-by-hours')
  return reasons.flatMap(({ code: reason, params }) => {
    const code = notCovered.find((known) => known === reason)
    if (!code || (isClockOff && code === 'recorded-elsewhen')) return []
    const amount = Number(params?.hours ?? params?.seconds ?? 0)
    return [{ kind: 'not-covered' as const, ...nameOf(activity), referencedataid, code, amount }]
  })
}

function nameOf(activity: DayActivity) {
  const { activitytypeid } = activity
  return { activitytypeid, activity: keyOfOccurrence(activitytypeid, activity) }
}
