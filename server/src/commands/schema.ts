import { printSchema } from 'graphql'
import { makeSchema } from '../composition/schema.ts'
import { migrate } from '../database/schema/migrate.ts'
import { type Command, refuseArguments } from './command/command.ts'
import { type WithDatabase, withDatabase } from './command/command-database.ts'

export const schemaCommand: Command = {
  usage: '',
  summary: 'prints the GraphQL schema as the server answers it at /graphql/schema',
  needsNoSettings: true,
  async run(args, { say }) {
    refuseArguments(args, 'schema')
    say(printSchema(makeSchema()))
    return true
  },
}

export const migrateCommand: Command = {
  usage: '',
  summary: 'brings the database up to date (the server does so at start, too)',
  async run(args, context: WithDatabase) {
    refuseArguments(args, 'migrate')
    const done = await withDatabase(context, ({ owner, runtimeUser }) => migrate(owner, runtimeUser))
    context.say(done.length === 0 ? 'The database is up to date.' : `Done: ${done.join(', ')}`)
    return true
  },
}
