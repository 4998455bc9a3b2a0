import { personName } from '@casebook/domain/users/users.rules.ts'
import type { PersonState } from '../../database/tables-people.ts'
import { listPeople } from '../../users/administration.sql.ts'
import { type Command, CommandError } from '../command/command.ts'
import { withPeople } from '../command/command-people.ts'

const usage = 'users list [pending|active|deactivated]'
const states: readonly string[] = ['pending', 'active', 'deactivated'] satisfies PersonState[]

function isState(text: string | undefined): text is PersonState | undefined {
  return text === undefined || states.includes(text)
}

export const usersCommand: Command = {
  usage: 'list [pending|active|deactivated]',
  summary: 'lists people with their states, groups and sites',
  async run(args, context) {
    const [verb, state, ...rest] = args
    if (verb !== 'list' || !isState(state) || rest.length > 0)
      throw new CommandError(`Usage: ${usage}`, { isUsage: true })
    const people = await withPeople(context, (db) => listPeople(db, 'all', context.config, { state }))
    context.say(['state', 'name', 'groups', 'sites', 'last seen', 'sub', 'issuer'].join('\t'))
    for (const person of people) {
      const name = personName({ ...person, sub: person.asserted_name ?? '' })
      const seen = person.last_seen_at?.toISOString() ?? 'never'
      const sites = person.all_sites ? 'all' : person.sites.join(' ')
      context.say([person.state, name, person.groups.join(' '), sites, seen, person.sub, person.issuer].join('\t'))
    }
    return true
  },
}
