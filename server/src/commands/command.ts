import { resolve } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'

export type CommandContext = {
  config: Config
  log: FastifyBaseLogger
  /** Prints one line for the person who called. */
  say: (line: string) => void
}

export type Command = {
  /** The arguments after the name, as the help shows them. */
  usage: string
  summary: string
  /** False where it was carried out and found something wrong. Throws CommandError for what the person can mend. */
  run: (args: readonly string[], context: CommandContext) => Promise<boolean>
}

/** Shown without a stack; `isUsage` where the command was not called properly. */
export class CommandError extends Error {
  readonly isUsage: boolean
  constructor(message: string, { isUsage = false } = {}) {
    super(message)
    this.name = 'CommandError'
    this.isUsage = isUsage
  }
}

/** The one folder that a command is given. npm runs us in the project's folder and says where the person stood. */
export function readFolder(args: readonly string[], usage: string): string {
  const [folder, ...rest] = args
  if (!folder || folder.startsWith('-') || rest.length > 0)
    throw new CommandError(`Call it as: ${usage}`, { isUsage: true })
  return resolve(process.env.INIT_CWD ?? process.cwd(), folder)
}

export function refuseArguments(args: readonly string[], usage: string): void {
  if (args.length > 0) throw new CommandError(`Call it as: ${usage}`, { isUsage: true })
}
