import { problem } from '@casebook/domain/shared/problems.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { selectionOf } from '../shapes/shape/selection.ts'
import { listMeasures, listStudyMeasures } from './measures.sql.ts'

export const measuresResolvers: Resolvers = {
  Query: {
    async listMeasures(_, ids, { lists, scope }, info) {
      const files = await listMeasures(lists, scope, ids, selectionOf(info))
      if (files === undefined)
        throw ids.referencedataid
          ? problem('reference-data.missing', { field: 'referencedataid' })
          : problem('subject.missing', { field: 'subjectid' })
      return files
    },

    async listStudyMeasures(_, which, { lists, scope }, info) {
      const values = await listStudyMeasures(lists, scope, which, selectionOf(info))
      if (values === undefined) throw problem('study.missing', { field: 'studyid' })
      return values
    },
  },
}
