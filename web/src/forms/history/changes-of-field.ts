import type { FormTypeField } from '@casebook/domain/form-types/fields.ts'
import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import {
  entryKey,
  type HistoryChange,
  type HistoryEntry,
  historyChanges,
  rowOf,
} from '../../history/history-changes.ts'
import { savedFormFields } from '../values/form-copy.ts'
import { fieldOfReason } from '../values/judged-form.ts'

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

/**
 * What one entry changed in a form, as it was before: the values of these fields as they are typed, with why they are right
 * where somebody said so. What is calculated follows from these. Empty for an entry that shows nothing before it.
 */
export function asItWas(fields: readonly FormTypeField[], { action, before, after: stored }: HistoryEntry): Fields {
  // A form that is added again has what was removed before it; one that is removed keeps what it held.
  if (!before || action === 'ADDED') return {}
  const after = action === 'REMOVED' ? null : stored
  const typed = fields.filter(({ calculation }) => !calculation)
  const [was, became] = [before, after].map((row) => typedOf(typed, rowOf(row)))
  const names = typed.map(({ name }) => name).filter((name) => was?.[name] !== became?.[name])
  const reasons = Object.keys(was ?? {}).filter((key) => names.includes(fieldOfReason(key) ?? ''))
  return Object.fromEntries([...names, ...reasons].map((name) => [name, was?.[name] ?? '']))
}

/** The row of a form in the history as the form is typed. */
function typedOf(fields: readonly FormTypeField[], row: Readonly<Record<string, unknown>>): Fields {
  const listOf = <Item>(value: unknown): Item[] => (Array.isArray(value) ? value : [])
  return savedFormFields(fields, { fields: listOf(row.fields), confirmed: listOf(row.confirmed) })
}
