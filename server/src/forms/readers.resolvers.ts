import { problem } from '@casebook/domain/shared/problems.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { findFormPlace } from './readers.sql.ts'

export const formReadersResolvers: Resolvers = {
  Query: {
    async listFormReaders(_, { subjectid, formtypeid, visitid, occurrence }, { lists, presence, scope }) {
      const found = await findFormPlace(lists, scope, { subjectid, formtypeid })
      if (!found) throw problem('form-type.missing', { field: 'formtypeid' })
      const place = { ...found, subjectid, formtypeid, visitid: visitid || null, occurrence: occurrence ?? null }
      return presence.others(place, scope.actor.personid).map((name) => ({ name }))
    },
  },
}
