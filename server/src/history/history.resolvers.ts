import { problem } from '@casebook/domain/shared/problems.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { listStudyHistory, listSubjectHistory } from './history.sql.ts'

const mostEntries = 200

export const historyResolvers: Resolvers = {
  Query: {
    async listHistory(_, { studyid, subjectid, kind, id, ...page }, { lists, scope }) {
      const entries = await listSubjectHistory(lists, scope, { studyid, subjectid, kind, id, ...pageOf(page) })
      if (entries === undefined) throw problem('subject.missing', { field: 'subjectid' })
      return entries
    },
    async listStudyHistory(_, { studyid, ...page }, { lists, scope }) {
      const entries = await listStudyHistory(lists, scope, { studyid, ...pageOf(page) })
      if (entries === undefined) throw problem('study.missing', { field: 'studyid' })
      return entries
    },
  },
}

function pageOf({ before, limit }: { before?: string | null; limit?: number | null }) {
  const most = limit ?? 100
  const position = before ? positionOf(before) : undefined
  if (most < 1 || most > mostEntries) throw problem('history.range', { field: 'limit', params: { max: mostEntries } })
  return { before: position, limit: most }
}

/** The historyid in the text that the lists returned. */
function positionOf(before: string): number {
  const position = /^\d+$/.test(before) ? Number(before) : Number.NaN
  if (!Number.isSafeInteger(position)) throw problem('history.position', { field: 'before', params: { before } })
  return position
}
