import type { ChildProcess } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Account } from './account.ts'
import { readPostmasterFile, starterSetting } from './postmaster.ts'
import {
  DatabaseStartError,
  ended,
  explain,
  readLines,
  spawnGuard,
  spawnProgram,
  until,
  workingFolderOf,
} from './program.ts'

export type LauncherLog = Record<'debug' | 'info' | 'warn' | 'error', (message: string) => void>

/** Only determines the name of the socket; nothing listens on a port. */
export const port = 5432

type Launch = {
  program: string
  cluster: string
  account: Account
  socketDir: string
  durable: boolean
  log: LauncherLog
}

/** A PostgreSQL that is kept running until it is stopped. */
export class Supervised {
  readonly #launch: Launch
  #child: ChildProcess | undefined
  #isStopping = false
  #reviving: Promise<void> | undefined

  constructor(launch: Launch) {
    this.#launch = launch
  }

  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** Starts PostgreSQL and waits until it accepts connections, however long recovery takes. Throws DatabaseStartError. */
  async start() {
    // The child processes of a killed postmaster need a moment to exit. PostgreSQL refuses to start until the last one is
    // gone.
    for (const end = performance.now() + 10_000; ; await wait(50)) {
      const said = await this.#startOnce()
      if (!said) return
      const isPassing = said.some((line) => line.includes('pre-existing shared memory block'))
      if (!isPassing || performance.now() > end) throw explain(said, this.#launch.cluster)
    }
  }

  /** Returns PostgreSQL's last output if it did not start. */
  async #startOnce(): Promise<string[] | undefined> {
    const { cluster, account, program, socketDir, log } = this.#launch
    const said: string[] = []
    const child = spawnProgram(program, settings(this.#launch), { folder: cluster, account })
    this.#child = child
    let isReady = false
    readLines(child, (line) => {
      if (!isReady) said.push(line)
      const level = !isReady || this.#isStopping ? 'debug' : /^(FATAL|PANIC)/.test(line) ? 'warn' : 'info'
      log[level](`PostgreSQL: ${line}`)
    })
    let isOver = false
    const over = ended(child).finally(() => {
      isOver = true
    })
    over.catch(() => undefined)
    const answers = async () => {
      const file = await readPostmasterFile(cluster)
      isReady = file?.pid === child.pid && file?.socketDir === socketDir && file.isReady
      return isReady || isOver
    }
    while (!(await until(answers, 10_000))) log.info('PostgreSQL is still recovering what was written before it ended.')
    const how = isReady ? undefined : await over
    if (how !== undefined || !child.pid) return said
    const guard = spawnGuard(child.pid, { socketDir, account })
    guard.on('error', (error) => log.warn(`Nothing ends PostgreSQL should this process be killed: ${error.message}`))
    over.then((reason) => {
      guard.kill('SIGKILL')
      this.#died(reason)
    })
    return undefined
  }

  #died(how: number | string) {
    if (this.#isStopping) return
    this.#launch.log.error(`PostgreSQL ended by itself (${how}); starting it again.`)
    this.#reviving = this.#revive()
  }

  async #revive() {
    for (let pause = 200; !this.#isStopping; pause = Math.min(pause * 2, 5000)) {
      try {
        return await this.start()
      } catch (error) {
        this.#launch.log.error(error instanceof DatabaseStartError ? error.message : String(error))
        await wait(pause)
      }
    }
  }

  /** Fast shutdown. If that takes too long, an immediate one, which acts like a power cut. */
  async stop() {
    this.#isStopping = true
    await this.#reviving
    const child = this.#child
    if (child?.pid) {
      let isOver = false
      ended(child).then(() => {
        isOver = true
      })
      for (const [signal, timeoutMs] of [
        ['SIGINT', 10_000],
        ['SIGQUIT', 5000],
        ['SIGKILL', 3000],
      ] as const) {
        child.kill(signal)
        if (await until(() => isOver, timeoutMs)) break
      }
    }
    await rm(this.#launch.socketDir, { recursive: true, force: true })
  }
}

/**
 * Every setting that differs from PostgreSQL's default. Passed at start, so that it also applies to clusters of earlier
 * versions.
 */
function settings({ cluster, socketDir, durable }: Launch): string[] {
  const chosen: Record<string, string> = {
    [starterSetting]: String(process.pid),
    listen_addresses: '',
    port: String(port),
    unix_socket_directories: `"${socketDir}"`,
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: '128MB',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '',
    log_checkpoints: 'off',
    // The server that sent a failed statement reports it. PostgreSQL would write people's data into its log.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
  }
  // On macOS, a plain fsync leaves the data in the drive's cache.
  if (process.platform === 'darwin') chosen.wal_sync_method = 'fsync_writethrough'
  if (!durable) Object.assign(chosen, { fsync: 'off', full_page_writes: 'off' })
  const given = Object.entries(chosen).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', workingFolderOf(cluster), ...given]
}
