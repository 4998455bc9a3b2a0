import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { findEmbeddedPostgres } from '../server/src/embedded-postgres/launcher.ts'

const main = fileURLToPath(new URL('../server/src/main.ts', import.meta.url))

/** A server process on its own data folder, with the embedded database. */
export type Deployment = {
  origin: string
  pid: number
  dataDir: string
  /** Its log, one JSON text per line. */
  log: readonly string[]
  isRunning: () => boolean
  stop: () => Promise<void>
  kill: () => Promise<void>
}

export type DeploymentOptions = { dataDir: string; env?: Record<string, string>; port?: number }

export async function emptyDataDir(): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'casebook-robustness-'))
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }) }
}

/** Starts the server and waits until it is ready. Throws with its last output. */
export async function deploy({ dataDir, env = {}, port = 0 }: DeploymentOptions): Promise<Deployment> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      EXAMPLE_DATA: 'false',
      CALLS_PER_MINUTE: '10000000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const over = once(child, 'exit')
  const log: string[] = []
  const origin = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on('line', (line) => {
        log.push(line)
        const found = /Casebook is ready: (http\S+)/.exec(line)?.[1]
        if (found) resolve(found)
      })
    }
    over.then(() => reject(new Error(`Casebook did not start:\n${log.slice(-20).join('\n')}`)))
  })
  const end = async (signal: NodeJS.Signals) => {
    if (isRunning(child)) child.kill(signal)
    await over
  }
  return {
    origin,
    pid: child.pid ?? 0,
    dataDir,
    log,
    isRunning: () => isRunning(child),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null
}

/** Queries the records of a running deployment directly. */
export async function asSuperuser<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const found = await findEmbeddedPostgres(dataDir)
  if (!found) throw new Error(`no PostgreSQL serves ${dataDir}`)
  const url = new URL(found.superuser.url)
  url.pathname = `/${found.owner.database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
