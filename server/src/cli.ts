import { pino } from 'pino'
import { backup } from './commands/backup/backup.ts'
import { restore } from './commands/backup/restore.ts'
import { check, reportSettings } from './commands/check/check.ts'
import { checkStore } from './commands/check-store.ts'
import { clientKeyCommand } from './commands/client-key.ts'
import { codesCommand } from './commands/codes.ts'
import { type Command, CommandError } from './commands/command/command.ts'
import { exportCommand } from './commands/export.ts'
import { importStudy } from './commands/move/import-study.ts'
import { grantAdminCommand, tokenCommand, usersCommand } from './commands/people/people.ts'
import { migrateCommand, schemaCommand } from './commands/schema.ts'
import { verify } from './commands/verify/verify.ts'
import { verifyFiles } from './commands/verify/verify-files.ts'
import { verifyHistory } from './commands/verify/verify-history.ts'
import { judges } from './composition/judges.ts'
import { type Config, readConfig } from './config/config.ts'
import { ConfigError } from './config/config-error.ts'
import { commandLine } from './mistakes/command-line.ts'
import { ownerOf, report } from './operations/explain.ts'

const commands: Record<string, Command> = {
  check,
  'grant-admin': grantAdminCommand,
  users: usersCommand,
  token: tokenCommand,
  'client-key': clientKeyCommand,
  migrate: migrateCommand,
  export: exportCommand,
  codes: codesCommand,
  'import-study': importStudy,
  backup,
  restore,
  verify,
  'verify-history': verifyHistory,
  'verify-files': verifyFiles,
  'check-store': checkStore,
  schema: schemaCommand,
}

function help(): string {
  const rows = Object.entries(commands).map(
    ([name, { usage, summary }]) => [`${name} ${usage}`.trim(), summary] as const,
  )
  const width = Math.max(...rows.map(([usage]) => usage.length))
  const lines = rows.map(([usage, summary]) => `  ${usage.padEnd(width)}  ${summary}`)
  return [`${commandLine('COMMAND')}, with the same settings as the server:`, ...lines].join('\n')
}

/** Returns the exit status: 0 success, 1 a problem was found, 2 wrong usage, 10 and above a mistake in the deployment. */
async function run([name = '', ...args]: string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    console.error(help())
    return name === '' || name === 'help' || name === '--help' ? 0 : 2
  }
  const log = pino({ level: 'warn', base: null }, pino.destination({ dest: 2, sync: true }))
  let config: Config | undefined
  try {
    config = command.needsNoSettings
      ? readConfig({ LOG_LEVEL: process.env.LOG_LEVEL })
      : readConfig(process.env, judges)
    const outcome = await command.run(args, { config, log, say: (line) => console.log(line) })
    return typeof outcome === 'number' ? outcome : outcome ? 0 : 1
  } catch (error) {
    if (error instanceof ConfigError && name === 'check' && args.includes('--json')) return reportSettings(error)
    if (!(error instanceof CommandError)) return report(error, config, (line) => console.error(line), ownerOf(config))
    console.error(error.message)
    return error.isUsage ? 2 : 1
  }
}

process.exit(await run(process.argv.slice(2)))
