import { entryKey, type HistoryChange, type HistoryEntry, historyChanges } from '../../history/history-changes.ts'

/** What happened to one field in one entry of the history. `reason`: why its value is right, though unusual. */
export type FieldChange = {
  entry: HistoryEntry
  what: 'answered' | 'changed' | 'emptied' | 'confirmed'
  value: HistoryChange | undefined
  reason: HistoryChange | undefined
}

/** The changes of a field of the form with this key (keyOfOccurrence), of the changes of all forms of its type. */
export function changesOfField(entries: readonly HistoryEntry[], form: string, name: string): FieldChange[] {
  return entries.flatMap((entry) => {
    if (entry.kind !== 'form' || entryKey(entry) !== form) return []
    const own = historyChanges(entry).filter(
      ({ label, isVersion, isLabel }) => label === name && !isVersion && !isLabel,
    )
    const value = own.find(({ isReason }) => !isReason)
    const reason = own.find(({ isReason }) => isReason)
    if (!value && !reason) return []
    return [{ entry, what: whatOf(value), value, reason }]
  })
}

function whatOf(value: HistoryChange | undefined): FieldChange['what'] {
  if (!value) return 'confirmed'
  if (value.before === undefined) return 'answered'
  return value.after === undefined ? 'emptied' : 'changed'
}
