import { useCallback } from 'react'
import { readOnce, useWrite } from '../calls/graphql.ts'
import { RemovedDocument, type RemovedKind, RestoreRemovedDocument } from '../generated/graphql.ts'
import { useIsInGroup } from '../session/session.tsx'

/**
 * Restores a record that was just removed, by id; a device by deviceid and site. Undefined for people who may not: only
 * administrators restore parts of a study or site.
 */
export function useRestore(kind: RemovedKind): ((id: string, siteid?: string) => Promise<unknown>) | undefined {
  const isAdmin = useIsInGroup('admin')
  const [restoreRemoved] = useWrite(RestoreRemovedDocument)
  const restore = useCallback(
    async (id: string, siteid?: string) => {
      const { listRemoved } = await readOnce(RemovedDocument, {})
      // Newest first: of several devices with this deviceid, the one removed last.
      const found = listRemoved.find(
        (row) => row.kind === kind && (kind === 'DEVICE' ? row.name === id && row.siteid === siteid : row.id === id),
      )
      // Of what is not there any more, the server says so.
      return restoreRemoved({ kind, id: found?.id ?? id, name: null })
    },
    [kind, restoreRemoved],
  )
  return isAdmin ? restore : undefined
}
