import { problem } from '@casebook/domain/shared/problems.ts'
import { whyNotEmail, whyNotProfile, whyNotVerificationCode } from '@casebook/domain/users/users.rules.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import type { RequestContext } from '../platform/context.ts'
import { write } from '../platform/write.ts'
import { peopleResolvers } from './people.resolvers.ts'
import { findPerson, lockPerson, updateProfile } from './people.sql.ts'
import { sessionsResolvers } from './sessions.resolvers.ts'
import { tokensResolvers } from './tokens.resolvers.ts'
import { userOf } from './user.ts'

/** The caller as the contract's User; groups are those in force, a token's included. */
async function readMe({ shortReads, scope }: RequestContext) {
  const person = await findPerson(shortReads, scope.actor.personid)
  if (!person) throw problem('session.missing')
  return userOf({ ...person, groups: scope.actor.groups })
}

export const usersResolvers: Resolvers = {
  Query: {
    me: (_, __, context) => readMe(context),
    ...peopleResolvers.Query,
    ...sessionsResolvers.Query,
    ...tokensResolvers.Query,
  },
  Mutation: {
    async updateMe(_, { input }, context) {
      const why = whyNotProfile(input)
      if (why) throw why
      const { db, scope, emailCodes } = context
      await write(db, scope.actor, undefined, async (tx) => {
        const before = await lockPerson(tx, scope.actor.personid)
        const after = await updateProfile(tx, before, input)
        if (after.email !== before.email) await emailCodes.afterAddressChange(tx, before, after.email)
      })
      emailCodes.wake()
      return readMe(context)
    },

    resendEmailVerification: (_, __, { db, scope, emailCodes }) => emailCodes.resend(db, scope.actor),

    async verifyEmail(_, { email, code }, context) {
      const why = whyNotEmail(email) ?? whyNotVerificationCode(code)
      if (why) throw why
      const { db, scope, address, emailCodes } = context
      await emailCodes.verify(db, { actor: scope.actor, address }, email, code)
      return readMe(context)
    },

    ...peopleResolvers.Mutation,
    ...sessionsResolvers.Mutation,
    ...tokensResolvers.Mutation,
  },
}
