import { resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config/config.ts'

/** What a command works with, of the settings those that it names. */
export type CommandContext<Setting extends keyof Config> = {
  config: Pick<Config, Setting>
  log: FastifyBaseLogger
  /** Prints one line to the caller. */
  say: (line: string) => void
}

export type Command = {
  /** The arguments after the name, as shown in the help. */
  usage: string
  summary: string
  /** Whether it can run before the settings are complete. */
  needsNoSettings?: true
  /**
   * Returns false or an exit status if it ran and found a problem. Throws CommandError for mistakes that the caller can
   * fix.
   */
  run: (args: readonly string[], context: CommandContext<keyof Config>) => Promise<boolean | number>
}

/** Shown without a stack trace. `isUsage`: the command was called wrongly. */
export class CommandError extends Error {
  readonly isUsage: boolean
  constructor(message: string, { isUsage = false } = {}) {
    super(message)
    this.name = 'CommandError'
    this.isUsage = isUsage
  }
}

/** The single folder argument of a command. npm runs commands in the project folder and passes the caller's folder along. */
export function readFolder(args: readonly string[], usage: string): string {
  const [folder, ...rest] = args
  if (!folder || folder.startsWith('-') || rest.length > 0) throw new CommandError(`Usage: ${usage}`, { isUsage: true })
  return resolve(process.env.INIT_CWD ?? process.cwd(), folder)
}

export function refuseArguments(args: readonly string[], usage: string): void {
  if (args.length > 0) throw new CommandError(`Usage: ${usage}`, { isUsage: true })
}

/** A count with its noun: "1 fault", "2 faults". */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
