import { personName } from '@casebook/domain/users/person-name.ts'
import { tokenScopes } from '@casebook/domain/users/rights.rules.ts'
import type { PersonState } from '../../database/tables-people.ts'
import { grantAdmin, listPeople } from '../../users/administration.sql.ts'
import { issueToken } from '../../users/issue-token.sql.ts'
import { listTokens, removeToken } from '../../users/tokens.sql.ts'
import { writePeople } from '../../writes/write.ts'
import { type Command, type CommandContext, CommandError } from '../command/command.ts'
import type { WithDatabase } from '../command/command-database.ts'
import { findNamed, readOptions, shellActor, withPeople } from '../command/command-people.ts'

const grantUsage = 'grant-admin --iss ISSUER --sub SUB'

export const grantAdminCommand: Command = {
  usage: '--iss ISSUER --sub SUB',
  summary: 'makes somebody an active administrator of all sites',
  async run(args, context: WithDatabase & CommandContext<'oidc'>) {
    const { iss = context.config.oidc?.issuer, sub } = readOptions(args, ['iss', 'sub'], grantUsage)
    if (!iss || !sub) throw new CommandError(`Usage: ${grantUsage}`, { isUsage: true })
    if (!URL.canParse(iss))
      throw new CommandError(`--iss must be the provider's address, as OIDC_ISSUER; it is "${iss}".`)
    const person = await withPeople(context, (db) => grantAdmin(db, shellActor('grant-admin'), { issuer: iss, sub }))
    context.say(
      `${personName(person)} (${sub} at ${iss}) is an active administrator of all sites now, with the groups ${person.groups.join(', ')}.`,
    )
    return true
  },
}

const tokenUsage = `token list [--sub SUB] [--iss ISSUER]
       token add --sub SUB --name NAME --scopes read,write,export --days DAYS [--studies STUDYID,…] [--iss ISSUER]
       token remove --id TOKENID`

function listOf(text: string | undefined): string[] | undefined {
  return text
    ?.split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

export const tokenCommand: Command = {
  usage: 'list|add|remove …',
  summary: 'lists, makes and takes away access tokens',
  async run([verb, ...args], context: WithDatabase) {
    if (verb === 'list') {
      const { sub, iss } = readOptions(args, ['sub', 'iss'], tokenUsage)
      const tokens = await withPeople(context, async (db) =>
        listTokens(db, sub === undefined ? {} : { personid: (await findNamed(db, { iss, sub })).personid }),
      )
      context.say(['id', 'owner', 'name', 'begins with', 'scopes', 'expires', 'last used'].join('\t'))
      for (const { tokenid, owner, name, prefix, scopes, expires_at, last_used_at } of tokens) {
        const used = last_used_at?.toISOString() ?? 'never'
        context.say([tokenid, owner, name, prefix, scopes.join(' '), expires_at.toISOString(), used].join('\t'))
      }
      return true
    }

    if (verb === 'add') {
      const { sub, iss, name, scopes, days, studies } = readOptions(
        args,
        ['sub', 'iss', 'name', 'scopes', 'days', 'studies'],
        tokenUsage,
      )
      if (!sub || !name || !scopes || !days) throw new CommandError(`Usage: ${tokenUsage}`, { isUsage: true })
      const wanted = tokenScopes.filter((scope) => listOf(scopes)?.includes(scope))
      if (wanted.length !== listOf(scopes)?.length) throw new CommandError(`--scopes takes ${tokenScopes.join(', ')}.`)
      const input = { name, scopes: wanted, days: Number(days), studies: listOf(studies) }
      const { token } = await withPeople(context, async (db) => {
        const person = await findNamed(db, { iss, sub })
        return issueToken(db, shellActor('token'), person, input)
      })
      context.say(token)
      return true
    }

    if (verb === 'remove') {
      const { id } = readOptions(args, ['id'], tokenUsage)
      if (!id) throw new CommandError(`Usage: ${tokenUsage}`, { isUsage: true })
      await withPeople(context, (db) =>
        writePeople(db, shellActor('token'), undefined, async (tx) => {
          if ((await listTokens(tx, { tokenid: id })).length === 0)
            throw new CommandError(`No valid token has the id ${id}.`)
          await removeToken(tx, id)
        }),
      )
      context.say('The token was revoked.')
      return true
    }
    throw new CommandError(`Usage: ${tokenUsage}`, { isUsage: true })
  },
}

const usersUsage = 'users list [pending|active|deactivated]'
const states: readonly string[] = ['pending', 'active', 'deactivated'] satisfies PersonState[]

function isState(text: string | undefined): text is PersonState | undefined {
  return text === undefined || states.includes(text)
}

export const usersCommand: Command = {
  usage: 'list [pending|active|deactivated]',
  summary: 'lists people with their states, groups and sites',
  async run(args, context: WithDatabase & CommandContext<'sessionIdleMinutes' | 'sessionHours'>) {
    const [verb, state, ...rest] = args
    if (verb !== 'list' || !isState(state) || rest.length > 0)
      throw new CommandError(`Usage: ${usersUsage}`, { isUsage: true })
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
