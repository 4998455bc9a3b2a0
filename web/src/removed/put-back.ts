import { readOnce } from '../calls/graphql.ts'
import { RemovedDocument, type RemovedKind, RestoreRemovedDocument } from '../generated/graphql.ts'
import type { Author } from '../records/machine/entry.ts'
import { restoredBy } from '../records/use-record.ts'

/** What a save sends first for a record that a colleague removed while it was edited. Only administrators may. */
export function puttingBack(kind: RemovedKind, id: string) {
  return restoredBy(RestoreRemovedDocument, { kind, id, name: null })
}

/** Who removed a record, and when, for the editors of administrators: nobody else may read the list. */
export async function findRemover(kind: RemovedKind, id: string): Promise<Author | undefined> {
  const { listRemoved } = await readOnce(RemovedDocument, {})
  const removed = listRemoved.find((each) => each.kind === kind && each.id === id)
  return removed?.removedBy ? { by: removed.removedBy, at: removed.removedAt } : undefined
}
