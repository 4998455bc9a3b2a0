import { isAdmin } from '@casebook/domain/shared/groups.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { mayAdminister } from '@casebook/domain/users/rights.rules.ts'
import type { Scope } from '../access/scope.ts'
import type { Database } from '../database/connect.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { findPerson } from '../identity/people/people.sql.ts'
import { writePeople } from '../writes/write.ts'
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

/**
 * Whether the caller may see and revoke this person's tokens: their own or, for an administrator, those of people they
 * are responsible for.
 */
async function mayManage({ actor, sites }: Scope, people: Database, personid: string): Promise<boolean> {
  if (personid === actor.personid) return true
  const person = isAdmin(actor.groups) ? await findPerson(people, personid) : undefined
  return person !== undefined && mayAdminister(sites, person)
}

export const tokensResolvers = {
  Query: {
    async listTokens(_, { personid }, { people, scope }) {
      const whose = personid ?? scope.actor.personid
      if (!(await mayManage(scope, people, whose))) throw problem('person.missing', { field: 'personid' })
      return (await listTokens(people, { personid: whose })).map(tokenOf)
    },
  },
  Mutation: {
    async addToken(_, { input }, { people, scope }) {
      const { personid } = scope.actor
      const sites = scope.sites === 'all' ? { all_sites: true, sites: [] } : { all_sites: false, sites: scope.sites }
      const { token, row } = await issueToken(people, scope.actor, { personid, ...sites }, input)
      return { token, accessToken: tokenOf(row) }
    },

    async removeToken(_, { tokenid }, { people, scope }) {
      return writePeople(people, scope.actor, undefined, async (tx) => {
        const [token] = await listTokens(tx, { tokenid })
        if (!token || !(await mayManage(scope, tx, token.personid)))
          throw problem('token.missing', { field: 'tokenid' })
        await removeToken(tx, tokenid)
        return tokenOf(token)
      })
    },
  },
} satisfies Resolvers
