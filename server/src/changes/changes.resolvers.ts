import { problem } from '@casebook/domain/shared/problems.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { findNow, listEntries, listWearersOf, type Now } from './changes.sql.ts'
import { type Position, readPosition, textOfPosition } from './position.ts'
import { reportedChanges } from './reported-changes.ts'

const mostEntries = 1_000

export const changesResolvers: Resolvers = {
  Query: {
    async listChanges(_, { after, limit: given }, { db, scope }) {
      const limit = given ?? mostEntries
      if (limit < 1 || limit > mostEntries)
        throw problem('changes.range', { field: 'limit', params: { max: mostEntries } })
      const now = await findNow(db, scope)
      const { settled, origin } = now
      if (after === undefined || after === null)
        return { changes: [], position: textOfPosition(settled, origin), more: false }
      const { entries, end } = await listEntries(db, scope, { after: positionOf(after, now), until: settled, limit })
      const renamed = entries.flatMap(({ deviceuid, old_id, id }) =>
        deviceuid && old_id && old_id !== id ? [deviceuid] : [],
      )
      const changes = reportedChanges(entries, await listWearersOf(db, scope, renamed))
      return { changes, position: textOfPosition(end ?? settled, origin), more: end !== null }
    },
  },
}

function positionOf(text: string, { next, origin }: Now): Position {
  const position = readPosition(text, origin)
  if (position === 'unreadable') throw problem('changes.position', { field: 'after' })
  if (position === 'elsewhere' || BigInt(position.tx) > BigInt(next))
    throw problem('changes.elsewhere', { field: 'after' })
  return position
}
