import { Failure } from '../app/failures.ts'
import { useDraft } from './use-draft.ts'

/**
 * A draft of a record that others may change meanwhile. `version` is the one that the typing began from, to be sent with
 * the write, so that nobody's change is overwritten unseen; `heard` is the conflict as soon as this screen hears of it.
 */
export function useVersionedDraft<Value>(record: string, saved: Value, savedVersion: number | undefined) {
  const draft = useDraft(record, { version: savedVersion ?? null, value: saved })
  const { version, value } = draft.value
  const isStale = draft.isChanged && savedVersion !== undefined && version !== savedVersion
  return {
    value,
    version: version ?? undefined,
    heard: isStale
      ? new Failure({ code: 'CONFLICT', message: '', current: { version: savedVersion, by: '', at: '' } })
      : undefined,
    set: (next: Value) => draft.set({ version, value: next }),
    isChanged: draft.isChanged,
    isRestored: draft.isRestored,
    discard: draft.discard,
  }
}
