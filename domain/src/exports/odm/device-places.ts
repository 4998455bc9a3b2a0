import type { HistoryRow } from '../history-row.ts'
import { type Kept, recordAfter, recordBefore, type State, type Step } from './transactions.ts'

/**
 * The changes of a subject's devices by place in its list. A device that moves in the list changes two places. All
 * changes of one act count as one step, because two devices share a place while they are exchanged.
 */
export function stepsByPlace(
  entries: readonly HistoryRow[],
  stateOf: (record: Kept) => State,
): Map<number, readonly Step[]> {
  const worn = new Map<string, Kept>()
  const steps = new Map<number, Step[]>()
  for (const act of actsOf(entries)) {
    const changed = new Map<number, HistoryRow>()
    for (const entry of act) {
      const before = recordBefore(entry)
      const after = recordAfter(entry)
      if (before) worn.delete(keyOf(before))
      if (after) worn.set(keyOf(after), { ...after, deviceid: entry.deviceid })
      const [from, to] = [before?.place, after?.place]
      if (typeof from === 'number' && !changed.has(from)) changed.set(from, entry)
      // Who put a device in a place stands for it, rather than who took the earlier one away.
      if (typeof to === 'number') changed.set(to, entry)
    }
    for (const [place, by] of changed) {
      const record = [...worn.values()].find((one) => one.place === place)
      const step = { after: record ? stateOf(record) : new Map<string, string>(), by }
      steps.set(place, [...(steps.get(place) ?? []), step])
    }
  }
  return steps
}

function keyOf({ deviceuid, position }: Kept): string {
  return `${deviceuid} ${position}`
}

/** Successive changes of one moment by one person. */
function actsOf(entries: readonly HistoryRow[]): HistoryRow[][] {
  const acts: HistoryRow[][] = []
  for (const entry of entries) {
    const [last] = acts.at(-1) ?? []
    if (last && last.at === entry.at && last.actor === entry.actor) acts.at(-1)?.push(entry)
    else acts.push([entry])
  }
  return acts
}
