import type { Resolvers } from '../generated/resolvers.ts'
import { endSessionsOf, listSessionsOf } from './sessions.sql.ts'

export const sessionsResolvers = {
  Query: {
    async listSessions(_, __, { people, scope, config, sessionid }) {
      const rows = await listSessionsOf(people, scope.actor.personid, config)
      const sessions = rows.map((row) => ({
        ...row,
        current: row.sessionid === sessionid,
        created_at: row.created_at.toISOString(),
        last_active_at: row.last_active_at.toISOString(),
      }))
      return sessions.sort((a, b) => Number(b.current) - Number(a.current))
    },
  },
  Mutation: {
    endSession: async (_, { sessionid }, { people, scope }) =>
      (await endSessionsOf(people, scope.actor.personid, sessionid)) > 0,
    endAllSessions: (_, __, { people, scope }) => endSessionsOf(people, scope.actor.personid),
  },
} satisfies Resolvers
