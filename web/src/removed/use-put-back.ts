import type { RemovedKind } from '../generated/graphql.ts'
import { useRestore } from './use-restore.ts'

/**
 * Restores a record that a colleague removed while it was being edited. The draft is saved over it afterwards.
 * Undefined for people who may not.
 */
export function usePutBack(kind: RemovedKind, id: string): (() => Promise<undefined>) | undefined {
  const restore = useRestore(kind)
  if (!restore) return undefined
  return async () => {
    await restore(id)
    return undefined
  }
}
