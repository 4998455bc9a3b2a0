import { pino } from 'pino'
import { backup } from './commands/backup.ts'
import { checkStore } from './commands/check-store.ts'
import { clientKeyCommand } from './commands/client-key.ts'
import type { Command } from './commands/command.ts'
import { CommandError } from './commands/command.ts'
import { grantAdminCommand } from './commands/grant-admin.ts'
import { migrateCommand } from './commands/migrate.ts'
import { restore } from './commands/restore.ts'
import { tokenCommand } from './commands/token.ts'
import { usersCommand } from './commands/users.ts'
import { verify } from './commands/verify.ts'
import { verifyFiles } from './commands/verify-files.ts'
import { verifyHistory } from './commands/verify-history.ts'
import { ConfigError, readConfig } from './config.ts'
import { DatabaseStartError } from './database/launcher.ts'

const commands: Record<string, Command> = {
  'grant-admin': grantAdminCommand,
  users: usersCommand,
  token: tokenCommand,
  'client-key': clientKeyCommand,
  migrate: migrateCommand,
  backup,
  restore,
  verify,
  'verify-history': verifyHistory,
  'verify-files': verifyFiles,
  'check-store': checkStore,
}

function help(): string {
  const rows = Object.entries(commands).map(
    ([name, { usage, summary }]) => [`${name} ${usage}`.trim(), summary] as const,
  )
  const width = Math.max(...rows.map(([usage]) => usage.length))
  const lines = rows.map(([usage, summary]) => `  ${usage.padEnd(width)}  ${summary}`)
  return ['npm run casebook -- COMMAND, with the same settings as the server:', ...lines].join('\n')
}

/** Answers the exit code: 0 done, 1 something is wrong, 2 not called properly. */
async function run([name = '', ...args]: string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    console.error(help())
    return name === '' || name === 'help' || name === '--help' ? 0 : 2
  }
  const log = pino({ level: 'warn', base: null }, pino.destination({ dest: 2, sync: true }))
  try {
    const config = readConfig(process.env)
    return (await command.run(args, { config, log, say: (line) => console.log(line) })) ? 0 : 1
  } catch (error) {
    if (error instanceof ConfigError) console.error(error.mistakes.join('\n'))
    else if (error instanceof CommandError || error instanceof DatabaseStartError) console.error(error.message)
    else console.error(error)
    return error instanceof CommandError && error.isUsage ? 2 : 1
  }
}

process.exit(await run(process.argv.slice(2)))
