import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useUser } from '../session/session.tsx'
import { onStoredDrafts, storedRecords } from './machine/draft-storage.ts'

/** The records with unsaved text in this window whose name begins so, also of editors that are not shown. */
export function useStoredRecords(beginning = ''): readonly string[] {
  const { sub } = useUser()
  const read = useCallback(
    () =>
      storedRecords(sub)
        .filter((record) => record.startsWith(beginning))
        .join('\n'),
    [sub, beginning],
  )
  const records = useSyncExternalStore(onStoredDrafts, read)
  return useMemo(() => (records === '' ? [] : records.split('\n')), [records])
}
