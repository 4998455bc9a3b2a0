import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { shell } from './beds.ts'

export const main = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url))
const cli = fileURLToPath(new URL('../../server/src/cli.ts', import.meta.url))

const { PATH = '', NODE_COMPILE_CACHE } = process.env
const ofTheMachine: Record<string, string> = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }

/** One of several servers. It can be stopped and restarted on its port. */
export class Instance {
  readonly #env: Record<string, string>
  readonly #log: string
  #child: ChildProcess | undefined

  /** The server's main file. Set it to another version's to replace the server by that version. */
  main = main

  constructor(env: Record<string, string>, log: string) {
    this.#env = env
    this.#log = log
  }

  /** Starts the server. `settings` override earlier ones, also for later starts. */
  async start(settings: Record<string, string> = {}): Promise<void> {
    Object.assign(this.#env, settings)
    const child = spawn(process.execPath, [this.main], {
      env: { ...ofTheMachine, ...this.#env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    const log = createWriteStream(this.#log, { flags: 'a' })
    for (const stream of [child.stdout, child.stderr]) stream?.pipe(log, { end: false })
    for (let round = 0; round < 600; round++) {
      const answer = await fetch(`http://127.0.0.1:${this.#env.PORT}/ready`).catch(() => undefined)
      if (answer?.status === 200) return
      if (child.exitCode !== null) throw new Error(`a server ended:\n${await this.#lastWords()}`)
      await wait(100)
    }
    throw new Error(`a server did not get ready:\n${await this.#lastWords()}`)
  }

  async #lastWords(): Promise<string> {
    return (await readFile(this.#log, 'utf8')).split('\n').slice(-20).join('\n')
  }

  /** kill -9. */
  kill(): Promise<void> {
    return this.#end('SIGKILL')
  }

  /** Stops the server as for a restart: it finishes the requests in progress. */
  drain(): Promise<void> {
    return this.#end('SIGTERM')
  }

  async #end(signal: NodeJS.Signals) {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const over = once(child, 'exit')
    child.kill(signal)
    await over
  }

  /** Its memory in megabytes: the peak so far, and now. */
  async memory(): Promise<{ now: number; peak: number }> {
    const status = await readFile(`/proc/${this.#child?.pid}/status`, 'utf8')
    const megabytes = (name: string) =>
      Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
    return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
  }
}

/** Runs a command on the servers' machine, with the same settings or others. */
export function casebook(env: Record<string, string>, ...args: string[]): Promise<string> {
  return shell(process.execPath, [cli, ...args], { ...ofTheMachine, ...env })
}
