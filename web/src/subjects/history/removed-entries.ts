import { keyOfOccurrence } from '@casebook/domain/shared/names/occurrences.ts'
import { type DevicePosition, devicePositions } from '@casebook/domain/subjects/subjects.rules.ts'
import { entryKey, type HistoryEntry, occurrenceOf, rowOf } from '../../history/history-changes.ts'

type Which = ReturnType<typeof occurrenceOf>

/** A removed record of a history entry, and the mutation that restores it. */
export type Removed =
  | ({ kind: 'form'; formtypeid: string } & Which)
  | ({ kind: 'activity'; activitytypeid: string } & Which)
  | { kind: 'reference_data'; referencedataid: string }
  | { kind: 'subject_device'; deviceid: string; position: DevicePosition }

/**
 * The entries whose record is still removed, by historyid: removals without a later entry of the record. A file can be
 * restored only if its activity exists; `activities` are the keys (keyOfOccurrence) of existing ones. Newest entry first.
 */
export function removedEntries(
  entries: readonly HistoryEntry[],
  activities: ReadonlySet<string>,
): ReadonlyMap<string, Removed> {
  const seen = new Set<string>()
  const removed = new Map<string, Removed>()
  for (const entry of entries) {
    const row = { ...rowOf(entry.before), ...rowOf(entry.after) }
    const key = `${entry.kind} ${entryKey(entry)} ${entry.kind === 'subject_device' ? row.position : ''}`
    const found = !seen.has(key) && entry.action === 'REMOVED' ? removedOf(entry, row, activities) : undefined
    seen.add(key)
    if (found) removed.set(entry.historyid, found)
  }
  return removed
}

function removedOf(
  entry: HistoryEntry,
  row: Readonly<Record<string, unknown>>,
  activities: ReadonlySet<string>,
): Removed | undefined {
  const { kind, id } = entry
  const which = occurrenceOf(entry)
  switch (kind) {
    case 'form':
      return { kind, formtypeid: id, ...which }
    case 'activity':
      return { kind, activitytypeid: id, ...which }
    case 'reference_data':
      return activities.has(keyOfOccurrence(String(row.activitytypeid), occurrenceOf(entry)))
        ? { kind, referencedataid: id }
        : undefined
    case 'subject_device': {
      const { deviceid, position } = row
      const known = devicePositions.find((one) => one === position)
      return typeof deviceid === 'string' && known ? { kind, deviceid, position: known } : undefined
    }
    default:
      return undefined
  }
}
