import { problem } from '@casebook/domain/shared/problems.ts'
import { cleanGiven, whyNotGiven } from '@casebook/domain/shared/record-fields/record-fields.ts'
import { profileFields, whyNotEmail, whyNotVerificationCode } from '@casebook/domain/users/users.rules.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import type { RequestContext } from '../graphql/context.ts'
import { findPerson, lockPerson, updateProfile } from '../identity/people/people.sql.ts'
import { userOf } from '../identity/people/user.ts'
import { refuseStale } from '../writes/versions.ts'
import { writePeople } from '../writes/write.ts'
import { peopleResolvers } from './people.resolvers.ts'
import { sessionsResolvers } from './sessions.resolvers.ts'
import { tokensResolvers } from './tokens.resolvers.ts'

/** The caller as the contract's User. The groups are those in force, including a token's. */
async function readMe({ shortPeopleReads, scope }: RequestContext) {
  const person = await findPerson(shortPeopleReads, scope.actor.personid)
  if (!person) throw problem('session.missing')
  return { ...userOf({ ...person, groups: scope.actor.groups }), version: person.version }
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
      const why = whyNotGiven(profileFields, input)
      if (why) throw why
      const { people, scope, emailCodes } = context
      await writePeople(people, scope.actor, undefined, async (tx) => {
        const before = await lockPerson(tx, scope.actor.personid)
        await refuseStale(tx, { kind: 'person', id: before.personid }, before.version, input.version)
        const after = await updateProfile(tx, before, cleanGiven(profileFields, input))
        if (after.email !== before.email) await emailCodes.afterAddressChange(tx, before, after.email)
      })
      emailCodes.wake()
      return readMe(context)
    },

    resendEmailVerification: (_, __, { people, scope, emailCodes }) => emailCodes.resend(people, scope.actor),

    async verifyEmail(_, { email, code }, context) {
      const why = whyNotEmail(email) ?? whyNotVerificationCode(code)
      if (why) throw why
      const { people, scope, address, emailCodes } = context
      await emailCodes.verify(people, { actor: scope.actor, address }, email, code)
      return readMe(context)
    },

    ...peopleResolvers.Mutation,
    ...sessionsResolvers.Mutation,
    ...tokensResolvers.Mutation,
  },
}
