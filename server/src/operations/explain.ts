import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/config-error.ts'
import { databaseMistake } from '../database/database-mistakes.ts'
import { DatabaseStartError } from '../embedded-postgres/launcher.ts'
import { exitStatus, Mistake, Mistakes } from '../mistakes/mistake.ts'
import { fileMistake, systemMistake } from './system-mistakes.ts'

export type Explained = { lines: readonly string[]; status: number }

type Settings = Parameters<typeof systemMistake>[1] & Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'logLevel'>

const runtimeOf = (config: Settings | undefined) => ({ setting: 'DATABASE_URL', url: config?.databaseUrl })

/** Commands connect as the owner if the settings name one. */
export const ownerOf = (config: Settings | undefined) =>
  config?.databaseOwnerUrl ? { setting: 'DATABASE_OWNER_URL', url: config.databaseOwnerUrl } : runtimeOf(config)

/** One line per mistake, without a stack trace, and the matching exit status. */
export function explain(error: unknown, config?: Settings, reached = runtimeOf(config)): Explained {
  if (error instanceof ConfigError)
    return { lines: error.mistakes, status: exitStatus[error.isOfFiles ? 'file' : 'settings'] }
  if (error instanceof Mistakes)
    return { lines: error.all.map(({ message }) => message), status: exitStatus[error.all[0]?.kind ?? 'unexpected'] }
  if (error instanceof DatabaseStartError) return { lines: [error.message], status: exitStatus.embeddedDatabase }
  const mistake =
    error instanceof Mistake
      ? error
      : config && (systemMistake(error, config) ?? databaseMistake(error, reached) ?? fileMistake(error))
  if (mistake) return { lines: [mistake.message], status: exitStatus[mistake.kind] }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return {
    lines: [`Unexpected: ${message.replaceAll('\n', ' ')} (LOG_LEVEL=debug shows where it arose)`],
    status: exitStatus.unexpected,
  }
}

/** Prints the error; at log level debug with its stack trace. Returns the exit status. */
export function report(
  error: unknown,
  config: Settings | undefined,
  print: (line: string) => void,
  reached = runtimeOf(config),
): number {
  const { lines, status } = explain(error, config, reached)
  for (const line of lines) print(line)
  const level = config?.logLevel ?? process.env.LOG_LEVEL
  if ((level === 'debug' || level === 'trace') && error instanceof Error) {
    for (let at: unknown = error; at instanceof Error; at = at.cause) print(at.stack ?? at.message)
  }
  return status
}
