import { problem } from '@casebook/domain/shared/problems.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { listPendingUploads, mostPending } from './pending-uploads.sql.ts'

export const pendingUploadsResolvers: Resolvers = {
  Query: {
    async getPendingUploads(_, { siteid }, { db, scope }) {
      const people = await listPendingUploads(db, scope, siteid)
      if (!people) throw problem('site.missing', { field: 'siteid' })
      const sum = (of: 'uploads' | 'bytes') => people.reduce((total, person) => total + person[of], 0)
      return {
        siteid,
        uploads: sum('uploads'),
        bytes: sum('bytes'),
        mostOfSite: mostPending.site,
        mostOfPerson: mostPending.person,
        people,
      }
    },
  },
}
