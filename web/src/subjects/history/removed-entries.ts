import { type DevicePosition, devicePositions } from '@casebook/domain/subjects/subjects.rules.ts'
import { type HistoryEntry, rowOf } from '../../history/history-changes.ts'

/** A removed record of a history entry, and the mutation that restores it. */
export type Removed =
  | { kind: 'form'; formtypeid: string }
  | { kind: 'activity'; activitytypeid: string }
  | { kind: 'reference_data'; referencedataid: string }
  | { kind: 'subject_device'; deviceid: string; position: DevicePosition }

/**
 * The entries whose record is still removed, by historyid: removals without a later entry of the record. A file can be
 * restored only if its activity exists; `activitytypeids` are those of existing activities. Newest entry first.
 */
export function removedEntries(
  entries: readonly HistoryEntry[],
  activitytypeids: ReadonlySet<string>,
): ReadonlyMap<string, Removed> {
  const seen = new Set<string>()
  const removed = new Map<string, Removed>()
  for (const entry of entries) {
    const row = { ...rowOf(entry.before), ...rowOf(entry.after) }
    const key = `${entry.kind} ${entry.id} ${entry.kind === 'subject_device' ? row.position : ''}`
    const found = !seen.has(key) && entry.action === 'REMOVED' ? removedOf(entry, row, activitytypeids) : undefined
    seen.add(key)
    if (found) removed.set(entry.historyid, found)
  }
  return removed
}

function removedOf(
  { kind, id }: HistoryEntry,
  row: Readonly<Record<string, unknown>>,
  activitytypeids: ReadonlySet<string>,
): Removed | undefined {
  switch (kind) {
    case 'form':
      return { kind, formtypeid: id }
    case 'activity':
      return { kind, activitytypeid: id }
    case 'reference_data':
      return activitytypeids.has(String(row.activitytypeid)) ? { kind, referencedataid: id } : undefined
    case 'subject_device': {
      const { deviceid, position } = row
      const known = devicePositions.find((one) => one === position)
      return typeof deviceid === 'string' && known ? { kind, deviceid, position: known } : undefined
    }
    default:
      return undefined
  }
}
