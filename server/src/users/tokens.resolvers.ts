import { isAdmin } from '@casebook/domain/shared/groups.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { write } from '../platform/write.ts'
import { issueToken } from './issue-token.sql.ts'
import { listTokens, removeToken, type TokenRow } from './tokens.sql.ts'

function tokenOf(row: TokenRow) {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }
}

export const tokensResolvers = {
  Query: {
    async listTokens(_, { personid }, { db, scope }) {
      const whose = personid ?? scope.actor.personid
      if (whose !== scope.actor.personid && !isAdmin(scope.actor.groups))
        throw problem('person.missing', { field: 'personid' })
      return (await listTokens(db, { personid: whose })).map(tokenOf)
    },
  },
  Mutation: {
    async addToken(_, { input }, { db, scope }) {
      const { personid } = scope.actor
      const sites = scope.sites === 'all' ? { all_sites: true, sites: [] } : { all_sites: false, sites: scope.sites }
      const { token, row } = await issueToken(db, scope.actor, { personid, ...sites }, input)
      return { token, accessToken: tokenOf(row) }
    },

    async removeToken(_, { tokenid }, { db, scope }) {
      return write(db, scope.actor, undefined, async (tx) => {
        const [token] = await listTokens(tx, { tokenid })
        const isOwn = token?.personid === scope.actor.personid
        if (!token || (!isOwn && !isAdmin(scope.actor.groups))) throw problem('token.missing', { field: 'tokenid' })
        await removeToken(tx, tokenid)
        return tokenOf(token)
      })
    },
  },
} satisfies Resolvers
