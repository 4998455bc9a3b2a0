import { migrate } from '../database/schema/migrate.ts'
import { type Command, refuseArguments } from './command/command.ts'
import { withDatabase } from './command/command-database.ts'

export const migrateCommand: Command = {
  usage: '',
  summary: 'brings the database up to date (the server does so at start, too)',
  async run(args, context) {
    refuseArguments(args, 'migrate')
    const done = await withDatabase(context, ({ owner, runtimeUser }) => migrate(owner, runtimeUser))
    context.say(done.length === 0 ? 'The database is up to date.' : `Done: ${done.join(', ')}`)
    return true
  },
}
