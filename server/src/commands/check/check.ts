import type { ConfigError } from '../../config/config-error.ts'
import { release } from '../../config/release.ts'
import { exitStatus } from '../../mistakes/mistake.ts'
import { explain } from '../../operations/explain.ts'
import { type Command, CommandError } from '../command/command.ts'
import { readOptions } from '../command/command-people.ts'
import { checkDatabase, checkDisk } from './check-database.ts'
import { checkMail } from './check-mail.ts'
import { checkNetwork } from './check-network.ts'
import { checkProvider } from './check-provider.ts'
import { checkFiles } from './check-store.ts'
import { makeFindings, reportFindings } from './finding.ts'

const usage = 'check [--mail ADDRESS] [--json]'

/** If the settings can't be read, nothing else can be tried. */
export function reportSettings({ mistakes }: ConfigError): number {
  const findings = mistakes.map((sentence) => ({
    part: 'settings',
    state: 'failed',
    sentence,
    status: exitStatus.settings,
  }))
  console.log(JSON.stringify({ release, ok: false, status: exitStatus.settings, findings }, null, 2))
  return exitStatus.settings
}

export const check: Command = {
  usage: '[--mail ADDRESS] [--json]',
  summary: 'tries everything that is configured, and says of each whether it works and what to do',
  async run(args, context) {
    const isJson = args.includes('--json')
    const { mail } = readOptions(
      args.filter((arg) => arg !== '--json'),
      ['mail'],
      usage,
    )
    if (mail !== undefined && !mail.includes('@')) throw new CommandError(`Usage: ${usage}`, { isUsage: true })
    const { config, say } = context
    const found = makeFindings((error) => explain(error, config))
    found.ok('settings', 'The settings can be read, and none is incomplete.')
    for (const warning of config.warnings) found.note('settings', warning)
    if (!config.secretKey && config.databaseUrl)
      found.note(
        'settings',
        'There is no SECRET_KEY: one is kept in DATA_DIR, so a second server on this database would not start.',
      )
    if (!config.s3 && config.databaseUrl)
      found.note(
        'settings',
        'There is no S3_ENDPOINT: files lie under DATA_DIR, which several servers would have to share.',
      )
    await checkDisk(config, found)
    await checkDatabase(context, found)
    await checkFiles(context, found)
    await checkMail(config, mail, found)
    await checkProvider(config, found)
    await checkNetwork(config, found)

    return reportFindings(found, say, isJson)
  },
}
