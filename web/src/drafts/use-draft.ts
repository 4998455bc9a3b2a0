import type { Fields } from '@casebook/domain/shared/merge/merge.ts'
import { useRecordDraft } from './use-record-draft.ts'

export type Draft<Value> = {
  /** The form's contents: the draft, or the saved state. */
  value: Value
  set: (next: Value) => void
  /** Whether the form has unsaved changes. */
  isChanged: boolean
  /** The form was restored from an earlier visit's draft. */
  isRestored: boolean
  /** Discards the draft at once, so that an UnsavedGuard does not block what follows. Call it from event handlers only. */
  discard: () => void
}

/**
 * The draft of a form without a version: what only one person edits, or what does not exist yet. `saved` is the initial
 * state. When it changes, untouched fields follow it.
 */
export function useDraft<Name extends string>(
  record: string,
  saved: Readonly<Record<Name, string>>,
): Draft<Record<Name, string>> {
  const { fields, set, isChanged, isRestored, discard } = useRecordDraft(record, { version: null, fields: saved })
  return { value: pick(fields, saved), set, isChanged, isRestored, discard }
}

function pick<Name extends string>(fields: Fields, saved: Readonly<Record<Name, string>>): Record<Name, string> {
  const value: Record<Name, string> = { ...saved }
  for (const name in saved) value[name] = fields[name] ?? ''
  return value
}
