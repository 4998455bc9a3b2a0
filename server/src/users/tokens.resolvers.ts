import { isAdmin } from '@casebook/domain/shared/groups.ts'
import { problem } from '@casebook/domain/shared/problems.ts'
import { cleanName } from '@casebook/domain/shared/text.rules.ts'
import { mostTokens, whyNotToken } from '@casebook/domain/users/rights.rules.ts'
import type { Resolvers, TokenInput } from '../generated/resolvers.ts'
import type { RequestContext } from '../platform/context.ts'
import { newId } from '../platform/ids.ts'
import { rateLimited, takeHit } from '../platform/limits/hits.ts'
import { write } from '../platform/write.ts'
import { lockPerson } from './people.sql.ts'
import { hashOfToken, makeTokenText, prefixOfToken } from './token-text.ts'
import { insertToken, listKnownStudies, listTokens, removeToken, type TokenRow } from './tokens.sql.ts'

const additionsAnHour = { most: 20, seconds: 3600 }

function tokenOf(row: TokenRow) {
  return {
    ...row,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }
}

async function addToken({ db, scope }: RequestContext, { name, scopes, studies, days }: TokenInput) {
  const { personid } = scope.actor
  const token = makeTokenText()
  const row = await write(db, scope.actor, undefined, async (tx) => {
    await lockPerson(tx, personid)
    const wait = await takeHit(tx, `token:${personid}`, additionsAnHour)
    if (wait !== undefined) throw rateLimited(wait)
    const held = await listTokens(tx, { personid })
    if (held.length >= mostTokens) throw problem('token.too-many', { params: { max: mostTokens } })
    const wanted = [...new Set(studies ?? [])]
    const known = await listKnownStudies(tx, scope.sites, wanted)
    if (known.length < wanted.length) throw problem('study.missing', { field: 'studies' })

    const tokenid = newId()
    const text = { prefix: prefixOfToken(token), token_hash: hashOfToken(token) }
    const given = { name: cleanName(name), scopes: [...new Set(scopes)], studies: studies ? wanted : null, days }
    await insertToken(tx, { tokenid, personid, ...text, ...given })
    const [added] = await listTokens(tx, { tokenid })
    return added
  })
  if (!row) throw new Error('a token vanished while it was made')
  return { token, accessToken: tokenOf(row) }
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
    addToken(_, { input }, context) {
      const why = whyNotToken(input)
      if (why) throw why
      return addToken(context, input)
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
