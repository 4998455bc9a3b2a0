import { isOutlier, type Usual, usualOf } from '@casebook/domain/measures/outliers.rules.ts'

export type Value = {
  readonly subjectid: string
  readonly identifier?: string | null
  readonly activitytypeid: string
  readonly visitid?: string | null
  readonly occurrence: number
  readonly referencedataid: string
  readonly channel: string
  readonly unit?: string | null
  readonly value?: number | null
  /** Otherwise it is of the whole recording. */
  readonly ofActivity: boolean
}

type Known = Value & { readonly value: number }

/** The values of one activity and channel across subjects. */
export type Group = {
  readonly activitytypeid: string
  readonly channel: string
  readonly unit: string | null
  readonly ofActivity: boolean
  readonly values: readonly Known[]
  readonly usual: Usual
  readonly outliers: readonly Known[]
}

/**
 * Values of one activity by one channel and unit are compared; in the order of the activities. Those of whole recordings,
 * which are of more than the activity, are compared with each other.
 */
export function groupsOf(values: readonly Value[], activitytypeids: readonly string[]): Group[] {
  const groups = new Map<string, Known[]>()
  for (const each of values) {
    if (typeof each.value !== 'number') continue
    const key = JSON.stringify([each.activitytypeid, each.channel, each.unit ?? null, each.ofActivity])
    groups.set(key, [...(groups.get(key) ?? []), { ...each, value: each.value }])
  }
  return [...groups.values()]
    .flatMap((known): Group[] => {
      const [first] = known
      const usual = usualOf(known.map(({ value }) => value))
      if (!first || !usual) return []
      const { activitytypeid, channel, unit = null, ofActivity } = first
      const outliers = known.filter(({ value }) => isOutlier(value, usual))
      return [{ activitytypeid, channel, unit, ofActivity, values: known, usual, outliers }]
    })
    .sort(
      (a, b) =>
        activitytypeids.indexOf(a.activitytypeid) - activitytypeids.indexOf(b.activitytypeid) ||
        Number(b.ofActivity) - Number(a.ofActivity),
    )
}
