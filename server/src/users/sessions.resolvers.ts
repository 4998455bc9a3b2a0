import type { Resolvers } from '../generated/resolvers.ts'
import { endSessionsOf, listSessionsOf } from './sessions.sql.ts'

export const sessionsResolvers = {
  Query: {
    async listSessions(_, __, { db, scope, config, sessionid }) {
      const rows = await listSessionsOf(db, scope.actor.personid, config)
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
    endSession: async (_, { sessionid }, { db, scope }) =>
      (await endSessionsOf(db, scope.actor.personid, sessionid)) > 0,
    endAllSessions: (_, __, { db, scope }) => endSessionsOf(db, scope.actor.personid),
  },
} satisfies Resolvers
