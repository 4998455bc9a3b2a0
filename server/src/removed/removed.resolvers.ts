import { problem } from '@casebook/domain/shared/problems.ts'
import { cleanName } from '@casebook/domain/shared/text.rules.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { lockChangeableStudy } from '../studies/studies.sql.ts'
import { write } from '../writes/write.ts'
import { describeRemoved, findStudyOfRemoved, listRemoved, lockRemoved, restore } from './removed.sql.ts'

export const removedResolvers: Resolvers = {
  Query: {
    listRemoved: (_, __, { lists, scope }) => listRemoved(lists, scope),
  },
  Mutation: {
    async restoreRemoved(_, { kind, id, name: given }, { db, scope }) {
      const { whyNot, anyStatus } = describeRemoved(kind)
      const why = given ? whyNot(given) : undefined
      if (why) throw problem(why.reason, { params: why.params, field: 'name' })
      return write(db, scope, undefined, async (tx) => {
        // In the same order as other writes: the study before its types.
        const studyid = await findStudyOfRemoved(tx, scope, kind, id)
        if (studyid && !anyStatus) await lockChangeableStudy(tx, scope, studyid)
        const removed = await lockRemoved(tx, scope, kind, id)
        if (!removed) throw problem('removed.missing', { field: 'id' })
        const name = given ? cleanName(given) : removed.name
        await restore(tx, kind, id, name)
        return { ...removed, name }
      })
    },
  },
}
