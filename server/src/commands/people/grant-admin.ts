import { personName } from '@casebook/domain/users/users.rules.ts'
import { grantAdmin } from '../../users/administration.sql.ts'
import { type Command, CommandError } from '../command/command.ts'
import { readOptions, shellActor, withPeople } from '../command/command-people.ts'

const usage = 'grant-admin --iss ISSUER --sub SUB'

export const grantAdminCommand: Command = {
  usage: '--iss ISSUER --sub SUB',
  summary: 'makes somebody an active administrator of all sites',
  async run(args, context) {
    const { iss = context.config.oidc?.issuer, sub } = readOptions(args, ['iss', 'sub'], usage)
    if (!iss || !sub) throw new CommandError(`Usage: ${usage}`, { isUsage: true })
    if (!URL.canParse(iss))
      throw new CommandError(`--iss must be the provider's address, as OIDC_ISSUER; it is "${iss}".`)
    const person = await withPeople(context, (db) => grantAdmin(db, shellActor('grant-admin'), { issuer: iss, sub }))
    context.say(
      `${personName(person)} (${sub} at ${iss}) is an active administrator of all sites now, with the groups ${person.groups.join(', ')}.`,
    )
    return true
  },
}
