import { tokenScopes } from '@casebook/domain/users/rights.rules.ts'
import { issueToken } from '../../users/issue-token.sql.ts'
import { listTokens, removeToken } from '../../users/tokens.sql.ts'
import { writePeople } from '../../writes/write.ts'
import { type Command, CommandError } from '../command/command.ts'
import { findNamed, readOptions, shellActor, withPeople } from '../command/command-people.ts'

const usage = `token list [--sub SUB] [--iss ISSUER]
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
  async run([verb, ...args], context) {
    if (verb === 'list') {
      const { sub, iss } = readOptions(args, ['sub', 'iss'], usage)
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
        usage,
      )
      if (!sub || !name || !scopes || !days) throw new CommandError(`Usage: ${usage}`, { isUsage: true })
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
      const { id } = readOptions(args, ['id'], usage)
      if (!id) throw new CommandError(`Usage: ${usage}`, { isUsage: true })
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
    throw new CommandError(`Usage: ${usage}`, { isUsage: true })
  },
}
