import { problem } from '@casebook/domain/shared/problems.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { listSubjectHistory } from './history.sql.ts'

const mostEntries = 200

export const historyResolvers: Resolvers = {
  Query: {
    async listHistory(_, { studyid, subjectid, before, limit }, { lists, scope }) {
      const most = limit ?? 100
      const position = before ? positionOf(before) : undefined
      if (most < 1 || most > mostEntries)
        throw problem('history.range', { field: 'limit', params: { max: mostEntries } })
      const entries = await listSubjectHistory(lists, scope, { studyid, subjectid, before: position, limit: most })
      if (entries === undefined) throw problem('subject.missing', { field: 'subjectid' })
      return entries
    },
  },
}

/** The historyid in the text that `listHistory` returned. */
function positionOf(before: string): number {
  const position = /^\d+$/.test(before) ? Number(before) : Number.NaN
  if (!Number.isSafeInteger(position)) throw problem('history.position', { field: 'before', params: { before } })
  return position
}
