import { type RemovedKind, RestoreRemovedDocument } from '../generated/graphql.ts'
import { restoredBy } from '../records/use-record.ts'

/** What a save sends first for a record that a colleague removed while it was edited. Only administrators may. */
export function puttingBack(kind: RemovedKind, id: string) {
  return restoredBy(RestoreRemovedDocument, { kind, id, name: null })
}
