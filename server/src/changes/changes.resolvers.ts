import { problem } from '@casebook/domain/shared/problems.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { findNow, listEntries, listWearersOf, type Now } from './changes.sql.ts'
import { type Place, type Position, positionAt, positionNow, readPosition, textOfPosition } from './position.ts'
import { reportedChanges } from './reported-changes.ts'

const mostEntries = 1_000

export const changesResolvers: Resolvers = {
  Query: {
    async listChanges(_, { after, limit: given }, { db, scope }) {
      const limit = given ?? mostEntries
      if (limit < 1 || limit > mostEntries)
        throw problem('changes.range', { field: 'limit', params: { max: mostEntries } })
      const now = await findNow(db, scope)
      if (after === undefined || after === null)
        return { changes: [], position: textOfPosition(positionNow(now), now.origin), more: false }
      const from = positionOf(after, now)
      const { entries, end } = await listEntries(db, scope, { after: from, visible: now, limit })
      const renamed = entries.flatMap(({ deviceuid, old_id, id }) =>
        deviceuid && old_id && old_id !== id ? [deviceuid] : [],
      )
      const changes = reportedChanges(entries.sort(asMade), await listWearersOf(db, scope, renamed))
      const reached = end ? positionAt(from, end, now) : positionNow(now)
      return { changes, position: textOfPosition(reached, now.origin), more: end !== null }
    },
  },
}

/** Numbers are assigned under the record's lock: of one record, they are in the order of its changes. */
function asMade(one: Place, other: Place): number {
  return BigInt(one.historyid) < BigInt(other.historyid) ? -1 : 1
}

function positionOf(text: string, { next, origin }: Now): Position {
  const position = readPosition(text, origin)
  if (position === 'unreadable') throw problem('changes.position', { field: 'after' })
  if (position === 'elsewhere' || BigInt(position.tx) > BigInt(next))
    throw problem('changes.elsewhere', { field: 'after' })
  return position
}
